// SPDX-License-Identifier: MIT
//! Plays with the crate laser-dac and its scheduler, as applications do.

use crate::pattern::sample;
use crate::{tell_connected, tell_end, Outcome, Plan};
use laser_dac::stream::{ChunkRequest, ChunkResult};
use laser_dac::{
    Dac, DacDiscovery, DacType, EnabledDacTypes, LaserPoint, RunExit, StreamConfig,
};
use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;

fn open(address: &str) -> Result<Dac, Box<dyn Error>> {
    let mut wanted = EnabledDacTypes::none();
    wanted.enable(DacType::EtherDream);
    let mut discovery = DacDiscovery::new(wanted);
    let found = discovery.scan();
    let device = found
        .into_iter()
        .find(|device| device.info().name() == address)
        .ok_or("no broadcast from there")?;
    Ok(discovery.open_discovered(device)?)
}

/// A point of the pattern, with coordinates from -1 to 1.
fn laser_point(index: u64) -> LaserPoint {
    let s = sample(index);
    let unit = |value: i16| f32::from(value.max(-32767)) / 32767.0;
    LaserPoint::new(unit(s.x), unit(s.y), s.r, s.g, s.b, s.i)
}

pub fn play(plan: &Plan) -> Outcome {
    let config = StreamConfig::new(plan.rate).with_startup_blank(Duration::ZERO);
    let (stream, _) = open(&plan.address)?.start_stream(config)?;
    tell_connected();
    stream.control().arm()?;
    let made = Arc::new(AtomicU64::new(0));
    let counter = made.clone();
    let (first, points) = (plan.first, plan.points);
    let producer = move |request: &ChunkRequest, buffer: &mut [LaserPoint]| {
        let next = counter.load(Ordering::Relaxed);
        let count = (points - next).min(request.target_points as u64);
        if next == points {
            return ChunkResult::End;
        }
        for (slot, index) in buffer.iter_mut().zip(first + next..first + next + count) {
            *slot = laser_point(index);
        }
        counter.store(next + count, Ordering::Relaxed);
        ChunkResult::Filled(count as usize)
    };
    let end = stream.run(producer, |error| eprintln!("{error}"))?;
    if end != RunExit::ProducerEnded {
        return Err(format!("the stream ended early: {end:?}").into());
    }
    tell_end(made.load(Ordering::Relaxed));
    Ok(())
}

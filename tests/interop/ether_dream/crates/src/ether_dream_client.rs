// SPDX-License-Identifier: MIT
//! Plays with the crate ether-dream.

use crate::pattern::sample;
use crate::{tell_connected, tell_end, Outcome, Plan};
use ether_dream::dac::stream::{
    self, CommandQueue, CommunicationError, Nak, ResponseErrorKind, Stream,
};
use ether_dream::dac::{Playback, PlaybackFlags};
use ether_dream::protocol::{DacBroadcast, DacPoint};
use std::error::Error;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(10);

fn find(address: &str) -> Result<DacBroadcast, Box<dyn Error>> {
    let broadcasts = ether_dream::recv_dac_broadcasts()?;
    broadcasts.set_timeout(Some(PATIENCE))?;
    for found in broadcasts {
        let (broadcast, from) = found?;
        if from.ip().to_string() == address {
            return Ok(broadcast);
        }
    }
    Err("no broadcast from there".into())
}

pub fn scan(seconds: u64) -> Outcome {
    let mut broadcasts = ether_dream::recv_dac_broadcasts()?;
    broadcasts.set_timeout(Some(Duration::from_millis(100)))?;
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        let Ok((b, from)) = broadcasts.next_broadcast() else {
            continue;
        };
        println!(
            "{{\"address\":\"{}\",\"mac\":\"{}\",\"hw\":{},\"sw\":{},\"capacity\":{},\"max_rate\":{},\"playback\":{}}}",
            from.ip(),
            b.mac_address.map(|octet| format!("{octet:02x}")).join(":"),
            b.hw_revision,
            b.sw_revision,
            b.buffer_capacity,
            b.max_point_rate,
            b.dac_status.playback_state
        );
    }
    Ok(())
}

fn dac_point(index: u64) -> DacPoint {
    let s = sample(index);
    DacPoint {
        control: 0,
        x: s.x,
        y: s.y,
        i: s.i,
        r: s.r,
        g: s.g,
        b: s.b,
        u1: s.u1,
        u2: s.u2,
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum Way {
    Straight,
    WithUnderrun,
    WithRates,
}

/// Points per rate, for Way::WithRates.
const SEGMENT: u64 = 3000;
const CHANGE_RATE: u16 = 0x8000;

fn changes_rate(index: u64, way: Way) -> bool {
    way == Way::WithRates && index > 0 && index % SEGMENT == 0
}

fn rate_from(index: u64, rate: u32) -> u32 {
    if index / SEGMENT % 2 == 0 {
        rate
    } else {
        rate * 5 / 3
    }
}

fn room(stream: &Stream) -> u64 {
    let dac = stream.dac();
    u64::from(dac.buffer_capacity - 1 - dac.status.buffer_fullness)
}

/// Commands for a batch: a point rate for each change within it, then the points.
fn queue(stream: &mut Stream, batch: std::ops::Range<u64>, rate: u32, way: Way) -> CommandQueue {
    let mut commands = stream.queue_commands();
    for index in batch.clone().filter(|&index| changes_rate(index, way)) {
        commands = commands.point_rate(rate_from(index, rate));
    }
    commands.data(batch.map(move |index| {
        let mut point = dac_point(index);
        if changes_rate(index, way) {
            point.control = CHANGE_RATE;
        }
        point
    }))
}

fn is_invalid(error: &CommunicationError) -> bool {
    matches!(error, CommunicationError::Response(answer) if answer.kind == ResponseErrorKind::Nak(Nak::Invalid))
}

/// Fills the buffer, and keeps it full until all points of `indices` are sent.
fn play_all(
    stream: &mut Stream,
    indices: std::ops::Range<u64>,
    rate: u32,
    way: Way,
) -> Outcome {
    let mut next = indices.start;
    let take = |next: u64, room: u64| next..(next + room).min(indices.end);
    stream.queue_commands().prepare_stream().submit()?;
    let batch = take(next, room(stream));
    next = batch.end;
    queue(stream, batch, rate, way).begin(0, rate).submit()?;
    while next < indices.end {
        let batch = take(next, room(stream));
        next = batch.end;
        match queue(stream, batch.clone(), rate, way).submit() {
            Err(error) if way == Way::Straight && is_invalid(&error) => {
                // The buffer has run empty meanwhile, since this machine is busy.
                stream.queue_commands().prepare_stream().submit()?;
                queue(stream, batch, rate, way).begin(0, rate).submit()?;
            }
            done => done?,
        }
    }
    Ok(())
}

/// Pings until the DAC reports that its buffer has run empty.
fn play_out(stream: &mut Stream) -> Outcome {
    while stream.dac().status.playback == Playback::Playing {
        stream.queue_commands().ping().submit()?;
    }
    let status = &stream.dac().status;
    if status.playback != Playback::Idle
        || !status.playback_flags.contains(PlaybackFlags::UNDERFLOWED)
    {
        return Err(format!("an odd status behind an underrun: {status:?}").into());
    }
    Ok(())
}

/// Plays all points until the buffer is empty, which the DAC counts as an underrun; Way::WithUnderrun: halfway as well.
pub fn play(plan: &Plan, way: Way) -> Outcome {
    let mut stream = stream::connect(&find(&plan.address)?, plan.address.parse()?)?;
    tell_connected();
    let end = plan.first + plan.points;
    let half = plan.first + plan.points / 2;
    if way == Way::WithUnderrun {
        play_all(&mut stream, plan.first..half, plan.rate, way)?;
        play_out(&mut stream)?;
        play_all(&mut stream, half..end, plan.rate, way)?;
    } else {
        play_all(&mut stream, plan.first..end, plan.rate, way)?;
    }
    play_out(&mut stream)?;
    tell_end(plan.points);
    Ok(())
}

/// Plays as the crate's own example does.
pub fn example(address: &str, seconds: f64) -> Outcome {
    let mut stream = stream::connect(&find(address)?, address.parse()?)?;
    tell_connected();
    let rate = stream.dac().max_point_rate / 32;
    let points = (f64::from(rate) * seconds) as u64;
    play_all(&mut stream, 0..points, rate, Way::Straight)?;
    stream.queue_commands().stop().submit()?;
    tell_end(points);
    Ok(())
}

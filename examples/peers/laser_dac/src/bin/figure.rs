// SPDX-License-Identifier: MIT
//! A dot that revolves once a second, computed sample by sample, for two seconds. Usage: figure ID
use laser_dac::{open_device, ChunkRequest, ChunkResult, LaserPoint, StreamConfig};
use std::{f64::consts::TAU, thread, time::Duration};

fn main() -> laser_dac::Result<()> {
    let id = std::env::args().nth(1).expect("usage: figure ID");
    let (stream, _) = open_device(&id)?.start_stream(StreamConfig::new(30_000))?;
    let control = stream.control();
    control.arm()?;
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(2));
        control.stop()
    });
    let fill = |request: &ChunkRequest, room: &mut [LaserPoint]| {
        for (i, point) in room[..request.target_points].iter_mut().enumerate() {
            let seconds = (request.start + i as u64).as_seconds(request.pps);
            let (x, y) = (TAU * seconds).sin_cos();
            *point = LaserPoint::new(0.6 * x as f32, 0.6 * y as f32, 0, 0, 65535, 65535);
        }
        ChunkResult::Filled(request.target_points)
    };
    stream.run(fill, |error| eprintln!("{error}"))?;
    Ok(())
}

// SPDX-License-Identifier: MIT
//! A green circle for one second, as samples. Usage: circle ID
use laser_dac::{open_device, ChunkRequest, ChunkResult, LaserPoint, StreamConfig};
use std::f32::consts::TAU;

fn main() -> laser_dac::Result<()> {
    let id = std::env::args().nth(1).expect("usage: circle ID");
    let (stream, _) = open_device(&id)?.start_stream(StreamConfig::new(30_000))?;
    stream.control().arm()?;
    let mut sent = 0;
    let fill = move |request: &ChunkRequest, room: &mut [LaserPoint]| {
        if sent == 30_000 {
            return ChunkResult::End; // what was sent is played out
        }
        let count = request.target_points.min(30_000 - sent);
        for (i, point) in room[..count].iter_mut().enumerate() {
            let (y, x) = (TAU * (sent + i) as f32 / 1000.0).sin_cos();
            *point = LaserPoint::new(0.6 * x, 0.6 * y, 0, 65535, 0, 65535);
        }
        sent += count;
        ChunkResult::Filled(count)
    };
    stream.run(fill, |error| eprintln!("{error}"))?;
    Ok(())
}

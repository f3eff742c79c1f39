// SPDX-License-Identifier: MIT
//! A stream that is always lit, with the reconnection of the crate; prints the states that the crate reports.

use crate::Outcome;
use laser_dac::stream::{ChunkRequest, ChunkResult};
use laser_dac::{open_device, LaserPoint, ReconnectConfig, StreamConfig};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const RATE: u32 = 30_000;
/// Time between searches until the unit is found.
const BETWEEN_SEARCHES: Duration = Duration::from_millis(100);

fn print(state: &str) {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos());
    println!("{{\"event\":\"state\",\"unix_ns\":{now},\"link\":\"{state}\"}}");
}

/// Streams until it is killed, or the crate ends the stream.
pub fn follow(unit: &str) -> Outcome {
    let device = loop {
        match open_device(&format!("idn:{unit}")) {
            Ok(device) => break device,
            Err(_) => std::thread::sleep(BETWEEN_SEARCHES),
        }
    };
    let reconnect = ReconnectConfig::new()
        .on_disconnect(|_| print("disconnected"))
        .on_reconnect(|_| print("reconnected"));
    let (stream, _) = device.start_stream(StreamConfig::new(RATE).with_reconnect(reconnect))?;
    stream.control().arm()?;
    print("connected");
    let producer = |request: &ChunkRequest, buffer: &mut [LaserPoint]| {
        buffer[..request.target_points].fill(LaserPoint::new(0.0, 0.0, 65535, 65535, 65535, 65535));
        ChunkResult::Filled(request.target_points)
    };
    let end = stream.run(producer, |error| eprintln!("{error}"))?;
    print(&format!("{end:?}"));
    Ok(())
}

// SPDX-License-Identifier: MIT
//! Streams raw samples of xyrgb16 from standard input through the crate's scheduler, as idn_sender live does.

use crate::pace::{device, server_at};
use crate::Outcome;
use laser_dac::stream::{ChunkRequest, ChunkResult};
use laser_dac::{LaserPoint, RunExit, StreamConfig};
use std::io::Read;

/// Octets of a sample: int16 x and y, uint16 red, green and blue, big endian.
const SAMPLE: usize = 10;

fn point_from(octets: &[u8]) -> LaserPoint {
    let word = |i: usize| u16::from_be_bytes([octets[2 * i], octets[2 * i + 1]]);
    let position = |i: usize| f32::from(word(i) as i16) / 32767.0;
    LaserPoint::new(position(0), position(1), word(2), word(3), word(4), 65535)
}

pub fn live(address: &str, rate: u32) -> Outcome {
    let (stream, _) = device(server_at(address)?, None)?.start_stream(StreamConfig::new(rate))?;
    stream.control().arm()?;
    let mut input = std::io::stdin();
    let mut octets = Vec::new();
    let producer = move |request: &ChunkRequest, buffer: &mut [LaserPoint]| {
        octets.resize(request.target_points * SAMPLE, 0);
        if input.read_exact(&mut octets).is_err() {
            return ChunkResult::End;
        }
        for (slot, sample) in buffer.iter_mut().zip(octets.chunks_exact(SAMPLE)) {
            *slot = point_from(sample);
        }
        ChunkResult::Filled(request.target_points)
    };
    match stream.run(producer, |error| eprintln!("{error}"))? {
        RunExit::ProducerEnded => Ok(()),
        end => Err(format!("the stream ended early: {end:?}").into()),
    }
}

// SPDX-License-Identifier: MIT
//! Measures the time that the crate takes to encode the points of one datagram.

use crate::pattern::{laser_point, sample, FromSample};
use crate::Outcome;
use laser_dac::protocols::idn::{Point, PointExtended, PointXyrgbHighRes, PointXyrgbi};
use laser_dac::LaserPoint;
use std::hint::black_box;
use std::time::{Duration, Instant};

const POINTS: u64 = 100;
/// Calls between two readings of the clock.
const BATCH: u32 = 256;

/// Nanoseconds per call, the average over `time`.
fn measure(time: Duration, mut call: impl FnMut()) -> f64 {
    call();
    let start = Instant::now();
    let mut calls = 0;
    while start.elapsed() < time {
        (0..BATCH).for_each(|_| call());
        calls += BATCH;
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
}

/// Encodes points of the wire format to octets.
fn encode<P: Point + FromSample>(time: Duration) -> f64 {
    let points: Vec<P> = (0..POINTS).map(|i| P::from_sample(&sample(i))).collect();
    let mut octets = Vec::new();
    measure(time, || {
        octets.clear();
        P::encode_batch_into(black_box(&points), &mut octets);
        black_box(&octets);
    })
}

/// Converts points of an application to the wire format, and encodes them to octets.
fn convert<P: Point + for<'a> From<&'a LaserPoint>>(time: Duration) -> f64 {
    let given: Vec<LaserPoint> = (0..POINTS).map(laser_point).collect();
    let mut points: Vec<P> = Vec::new();
    let mut octets = Vec::new();
    measure(time, || {
        points.clear();
        points.extend(black_box(&given).iter().map(P::from));
        octets.clear();
        P::encode_batch_into(&points, &mut octets);
        black_box(&octets);
    })
}

fn report<P: Point + FromSample + for<'a> From<&'a LaserPoint>>(format: &str, time: Duration) {
    println!(
        "{{\"format\":\"{format}\",\"points\":{POINTS},\"encode_ns\":{:.2},\"convert_ns\":{:.2}}}",
        encode::<P>(time),
        convert::<P>(time)
    );
}

/// @param seconds duration of each measurement; there are two for each format
pub fn report_all(seconds: f64) -> Outcome {
    let time = Duration::try_from_secs_f64(seconds)?;
    report::<PointXyrgbi>("xyrgbi", time);
    report::<PointXyrgbHighRes>("xyrgb16", time);
    report::<PointExtended>("extended", time);
    Ok(())
}

// SPDX-License-Identifier: MIT
//! Streams the pattern, and logs as CSV the points that were passed to the crate.

use crate::pattern::{laser_point, sample, FromSample};
use crate::{scan, Outcome};
use laser_dac::protocols::idn::dac::stream::{self, FrameMode, PointFormat, Stream};
use laser_dac::protocols::idn::{IdnBackend, Point, PointExtended, PointXyrgbHighRes, PointXyrgbi};
use laser_dac::{DacBackend, FifoBackend, WriteOutcome};
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

const ANSWER: Duration = Duration::from_secs(5);
/// How early points are sent; the receiver buffers them, so that a short stall of this process causes no gap.
const AHEAD: Duration = Duration::from_millis(20);

pub struct Plan {
    pub mode: FrameMode,
    pub format: PointFormat,
    pub points: u64,
    pub per_call: u64,
    pub rate: u32,
}

pub fn mode_from(name: &str) -> Result<FrameMode, Box<dyn Error>> {
    match name {
        "wave" => Ok(FrameMode::Wave),
        "frame" => Ok(FrameMode::Frame),
        _ => Err(format!("no such mode: {name}").into()),
    }
}

pub fn format_from(name: &str) -> Result<PointFormat, Box<dyn Error>> {
    match name {
        "xyrgbi" => Ok(PointFormat::Xyrgbi),
        "xyrgb16" => Ok(PointFormat::XyrgbHighRes),
        "extended" => Ok(PointFormat::Extended),
        _ => Err(format!("no such format: {name}").into()),
    }
}

fn create_log(path: &str) -> Result<BufWriter<File>, Box<dyn Error>> {
    let mut log = BufWriter::new(File::create(path)?);
    writeln!(log, "call,x,y,r,g,b,i,u1,u2,u3,u4")?;
    Ok(log)
}

/// Sleeps until AHEAD before the time at which point number `points` is due.
fn pace(start: Instant, points: u64, rate: u32) {
    let due = Duration::from_micros(points * 1_000_000 / u64::from(rate)).saturating_sub(AHEAD);
    std::thread::sleep(due.saturating_sub(start.elapsed()));
}

fn send_as<P: Point + FromSample>(
    stream: &mut Stream,
    plan: &Plan,
    log: &mut impl Write,
) -> Outcome {
    let start = Instant::now();
    for (call, first) in (0..plan.points).step_by(plan.per_call as usize).enumerate() {
        let indices = first..(first + plan.per_call).min(plan.points);
        let points: Vec<P> = indices
            .clone()
            .map(|i| P::from_sample(&sample(i)))
            .collect();
        for s in indices.map(sample) {
            writeln!(
                log,
                "{call},{},{},{},{},{},{},{},{},{},{}",
                s.x, s.y, s.r, s.g, s.b, s.i, s.u[0], s.u[1], s.u[2], s.u4
            )?;
        }
        // Not for frames: with an acknowledge request the crate puts a chunk header into sequel fragments.
        if plan.mode == FrameMode::Wave && call % 50 == 25 {
            stream.write_frame_with_ack(&points, ANSWER)?;
        } else {
            stream.write_frame(&points)?;
        }
        pace(start, first + plan.per_call, plan.rate);
    }
    Ok(())
}

pub fn send(plan: &Plan, unit: &str, log: &str) -> Outcome {
    let server = scan::find(unit)?;
    let service = server.find_laser_projector().ok_or("no laser")?.service_id;
    let mut log = create_log(log)?;
    let mut stream = stream::connect(&server, service)?;
    stream.set_frame_mode(plan.mode);
    stream.set_point_format(plan.format);
    stream.set_scan_speed(plan.rate);
    stream.ping(ANSWER)?;
    match plan.format {
        PointFormat::Xyrgbi => send_as::<PointXyrgbi>(&mut stream, plan, &mut log)?,
        PointFormat::XyrgbHighRes => send_as::<PointXyrgbHighRes>(&mut stream, plan, &mut log)?,
        PointFormat::Extended => send_as::<PointExtended>(&mut stream, plan, &mut log)?,
    }
    let answer = stream.close_with_ack(ANSWER)?;
    log.flush()?;
    println!("{{\"close_result\":{}}}", answer.result_code);
    Ok(())
}

/// Streams by the backend that the crate's schedulers use: it adds pings, acknowledge requests, and dark points at the end.
pub fn play(format: PointFormat, points: u64, rate: u32, unit: &str, log: &str) -> Outcome {
    const PER_CALL: u64 = 150;
    let server = scan::find(unit)?;
    let service = server.find_laser_projector().ok_or("no laser")?.clone();
    let mut log = create_log(log)?;
    let mut backend = IdnBackend::new(server, service);
    backend.set_point_format(format);
    backend.connect()?;
    let start = Instant::now();
    for (call, first) in (0..points).step_by(PER_CALL as usize).enumerate() {
        let indices = first..(first + PER_CALL).min(points);
        let batch: Vec<_> = indices.map(laser_point).collect();
        for p in &batch {
            writeln!(
                log,
                "{call},{:?},{:?},{},{},{},{},0,0,0,0",
                p.x, p.y, p.r, p.g, p.b, p.intensity
            )?;
        }
        while backend.try_write_points(rate, &batch)? == WriteOutcome::WouldBlock {
            std::thread::sleep(Duration::from_millis(1));
        }
        pace(start, first + PER_CALL, rate);
    }
    // `stop` discards the queue of the worker: wait until it has been sent.
    pace(start, points + u64::from(rate), rate);
    backend.stop()?;
    backend.disconnect()?;
    log.flush()?;
    Ok(())
}

// SPDX-License-Identifier: MIT
//! Plays an .ild file once, 25 pictures per second: formats 0, 1, 4 and 5, indexed colours as white. Usage:
//! play_ild FILE ID
use laser_dac::{open_device, Frame, FrameSessionConfig, LaserPoint};
use std::{thread, time::Duration};

fn point(record: &[u8], is_3d: bool, is_true_colour: bool) -> LaserPoint {
    let number = |i: usize| i16::from_be_bytes([record[i], record[i + 1]]) as f32 / 32767.;
    let rest = &record[if is_3d { 6 } else { 4 }..];
    let (x, y) = (number(0), number(2));
    if rest[0] & 0x40 != 0 {
        return LaserPoint::blanked(x, y);
    }
    let [b, g, r] = if is_true_colour {
        [rest[1], rest[2], rest[3]].map(|c| c as u16 * 257)
    } else {
        [65535; 3]
    };
    LaserPoint::new(x, y, r, g, b, 65535)
}

fn pictures(file: &[u8]) -> Vec<Vec<LaserPoint>> {
    let mut pictures = Vec::new();
    let mut rest = file;
    while rest.len() >= 32 && rest.starts_with(b"ILDA") {
        let (format, count) = (rest[7], u16::from_be_bytes([rest[24], rest[25]]) as usize);
        let size = [8, 6, 3, 0, 10, 8][format.min(5) as usize];
        let end = (32 + count * size).min(rest.len());
        if format != 2 && count > 0 {
            let records = rest[32..end].chunks_exact(size);
            let points = records.map(|r| point(r, format % 4 == 0, format >= 4));
            pictures.push(points.collect());
        }
        rest = &rest[end..];
    }
    pictures
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(id)) = (arguments.next(), arguments.next()) else {
        return Err("usage: play_ild FILE ID".into());
    };
    let pictures = pictures(&std::fs::read(file)?);
    let config = FrameSessionConfig::new(30_000);
    let (session, _) = open_device(&id)?.start_frame_session(config)?;
    session.control().arm()?;
    for picture in pictures {
        session.send_frame(Frame::new(picture));
        thread::sleep(Duration::from_millis(40));
    }
    Ok(session.control().stop()?)
}

// SPDX-License-Identifier: MIT
//! Test program of the crate laser-dac: searches for units, streams a known pattern, receives and logs, or is measured.
//!
//!   laser_dac_peer scan
//!   laser_dac_peer send wave|frame FORMAT POINTS PER_CALL RATE UNIT SENT.csv
//!   laser_dac_peer play FORMAT POINTS RATE UNIT SENT.csv
//!   laser_dac_peer receive NAME RECEIVED.csv SECONDS
//!   laser_dac_peer pace ADDRESS:PORT RATE SECONDS POINTS_PER_CHUNK|shipped stream|frames
//!   laser_dac_peer encode SECONDS
//!   laser_dac_peer live ADDRESS:PORT RATE
//!   laser_dac_peer follow UNIT
//!
//! FORMAT is xyrgbi, xyrgb16 or extended; UNIT the host name that the unit announces. `send` uses the raw
//! stream, whose points are the values on the wire; `play` uses the backend, as applications do, which
//! rotates the picture by 180 degrees.
mod encode;
mod follow;
mod live;
mod pace;
mod pattern;
mod receive;
mod scan;
mod send;

use std::error::Error;

pub type Outcome = Result<(), Box<dyn Error>>;

fn run(arguments: &[&str]) -> Outcome {
    match arguments {
        ["scan"] => scan::print_all(),
        ["send", mode, format, points, per_call, rate, unit, log] => send::send(
            &send::Plan {
                mode: send::mode_from(mode)?,
                format: send::format_from(format)?,
                points: points.parse()?,
                per_call: per_call.parse()?,
                rate: rate.parse()?,
            },
            unit,
            log,
        ),
        ["play", format, points, rate, unit, log] => send::play(
            send::format_from(format)?,
            points.parse()?,
            rate.parse()?,
            unit,
            log,
        ),
        ["receive", name, log, seconds] => receive::receive(name, log, seconds.parse()?),
        ["pace", address, rate, seconds, chunk, source] => pace::pace(
            address,
            &pace::Plan {
                rate: rate.parse()?,
                seconds: seconds.parse()?,
                cap: match *chunk {
                    "shipped" => None,
                    points => Some(points.parse()?),
                },
                source: pace::source_from(source)?,
            },
        ),
        ["live", address, rate] => live::live(address, rate.parse()?),
        ["encode", seconds] => encode::report_all(seconds.parse()?),
        ["follow", unit] => follow::follow(unit),
        _ => Err("see the head of main.rs for the arguments".into()),
    }
}

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

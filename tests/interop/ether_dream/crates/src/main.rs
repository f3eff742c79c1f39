// SPDX-License-Identifier: MIT
//! Applications that play the pattern to Ether Dream DACs, with two unmodified crates.
//!
//!   ether_dream_peer scan SECONDS
//!   ether_dream_peer laser-dac|ether-dream ADDRESS FIRST POINTS RATE
//!   ether_dream_peer underrun|rates ADDRESS FIRST POINTS RATE
//!   ether_dream_peer example ADDRESS SECONDS
//!
//! Points are those of the pattern from FIRST on. Each finds its DAC by its broadcast, and prints an event "connected".
//! `underrun` lets the buffer run empty halfway; `rates` plays every other 3000 points at 5/3 of RATE. `example` plays as
//! the example of the crate does: it sends as many points as the buffer has room for, without a pause, at 1/32 of the
//! highest rate.
mod ether_dream_client;
mod laser_dac_client;
mod pattern;

use ether_dream_client::Way;
use std::error::Error;

pub type Outcome = Result<(), Box<dyn Error>>;

pub struct Plan {
    pub address: String,
    pub first: u64,
    pub points: u64,
    pub rate: u32,
}

pub fn tell_connected() {
    println!("{{\"event\":\"connected\"}}");
}

pub fn tell_end(points: u64) {
    println!("{{\"event\":\"end\",\"points\":{points}}}");
}

fn plan(words: &[&str]) -> Result<Plan, Box<dyn Error>> {
    Ok(Plan {
        address: words[0].into(),
        first: words[1].parse()?,
        points: words[2].parse()?,
        rate: words[3].parse()?,
    })
}

fn run(arguments: &[&str]) -> Outcome {
    match arguments {
        ["scan", seconds] => ether_dream_client::scan(seconds.parse()?),
        ["laser-dac", rest @ ..] if rest.len() == 4 => laser_dac_client::play(&plan(rest)?),
        ["ether-dream", rest @ ..] if rest.len() == 4 => {
            ether_dream_client::play(&plan(rest)?, Way::Straight)
        }
        ["underrun", rest @ ..] if rest.len() == 4 => {
            ether_dream_client::play(&plan(rest)?, Way::WithUnderrun)
        }
        ["rates", rest @ ..] if rest.len() == 4 => {
            ether_dream_client::play(&plan(rest)?, Way::WithRates)
        }
        ["example", address, seconds] => ether_dream_client::example(address, seconds.parse()?),
        _ => Err("see the head of main.rs for the arguments".into()),
    }
}

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

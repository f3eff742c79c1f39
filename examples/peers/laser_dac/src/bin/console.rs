// SPDX-License-Identifier: MIT
//! Arms, darkens, changes rate and projector while playing, by lines of standard input: "arm", "disarm", "rate N",
//! "to ID". Usage: console ID
use laser_dac::{open_device, Frame, FrameSession, FrameSessionConfig, LaserPoint, Result};
use std::f32::consts::TAU;

fn open(id: &str) -> Result<FrameSession> {
    let config = FrameSessionConfig::new(30_000);
    let (session, _) = open_device(id)?.start_frame_session(config)?;
    let circle = (0..=600)
        .map(|i| TAU * i as f32 / 600.)
        .map(|angle| LaserPoint::new(0.5 * angle.cos(), 0.5 * angle.sin(), 65535, 0, 0, 65535));
    session.send_frame(Frame::new(circle.collect()));
    Ok(session)
}

fn main() -> Result<()> {
    let id = std::env::args().nth(1).expect("usage: console ID");
    let mut session = open(&id)?;
    for line in std::io::stdin().lines().map_while(|line| line.ok()) {
        let control = session.control();
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("arm", _) => control.arm()?,
            ("disarm", _) => control.disarm()?,
            ("rate", pps) => control.set_pps(pps.parse().unwrap_or(30_000)),
            ("to", id) => {
                let was_armed = control.is_armed();
                match open(id) {
                    Ok(opened) => session = opened, // the old one ends here, dark
                    Err(error) => eprintln!("{error}"),
                }
                if was_armed {
                    session.control().arm()?;
                }
            }
            _ => {}
        }
        let (connected, control) = (session.metrics().connected(), session.control());
        println!("connected {connected}, armed {}", control.is_armed());
    }
    session.control().stop()
}

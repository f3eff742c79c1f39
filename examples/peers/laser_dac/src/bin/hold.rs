// SPDX-License-Identifier: MIT
//! An application that hangs: its picture is dark 300 ms later. Usage: hold ID
use laser_dac::{open_device, Frame, FrameSessionConfig, LaserPoint};
use std::sync::mpsc::channel;
use std::{thread, time::Duration};

fn main() -> laser_dac::Result<()> {
    let id = std::env::args().nth(1).expect("usage: hold ID");
    let config = FrameSessionConfig::new(30_000);
    let (session, _) = open_device(&id)?.start_frame_session(config)?;
    session.control().arm()?;
    let (alive, watched) = channel();
    let control = session.control();
    thread::spawn(move || {
        while watched.recv_timeout(Duration::from_millis(300)).is_ok() {}
        control.disarm()
    });
    let line = (0..=60).map(|i| LaserPoint::new(i as f32 / 60. - 0.5, 0., 65535, 0, 0, 65535));
    session.send_frame(Frame::new(line.collect()));
    alive.send(()).expect("the watchdog has ended");
    thread::sleep(Duration::from_secs(2));
    session.control().stop()
}

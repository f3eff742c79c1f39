// SPDX-License-Identifier: MIT
//! The same picture on every projector of the network, or on those that are named. Usage: projectors [ID...]
use laser_dac::{list_devices, open_device, Frame, FrameSessionConfig, LaserPoint};
use std::{thread, time::Duration};

fn main() -> laser_dac::Result<()> {
    let mut ids: Vec<String> = std::env::args().skip(1).collect();
    if ids.is_empty() {
        ids = list_devices()?.into_iter().map(|found| found.id).collect();
    }
    let line = (0..=60).map(|i| LaserPoint::new(i as f32 / 60. - 0.5, 0., 0, 65535, 0, 65535));
    let line = Frame::new(line.collect());
    let mut sessions = Vec::new();
    for id in ids {
        let config = FrameSessionConfig::new(30_000);
        let (session, _) = open_device(&id)?.start_frame_session(config)?;
        session.control().arm()?;
        session.send_frame(line.clone());
        sessions.push(session);
    }
    thread::sleep(Duration::from_secs(1));
    Ok(())
}

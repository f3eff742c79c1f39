// SPDX-License-Identifier: MIT
//! Pictures from a loop of 60 per second that is late now and then. Usage: pictures ID
use laser_dac::{open_device, Frame, FrameSessionConfig, LaserPoint};
use std::{thread::sleep, time::Duration};

/// A square that grows and shrinks.
fn square(frame: i32) -> Vec<LaserPoint> {
    let size = 0.3 + 0.003 * (frame % 120 - 60).abs() as f32;
    let corners = [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.), (-1., -1.)];
    let mut points = Vec::new();
    for side in corners.windows(2) {
        let ((x1, y1), (x2, y2)) = (side[0], side[1]);
        for t in (0..=40).map(|i| i as f32 / 40.) {
            let (x, y) = (x1 + (x2 - x1) * t, y1 + (y2 - y1) * t);
            points.push(LaserPoint::new(size * x, size * y, 65535, 0, 0, 65535));
        }
    }
    points
}

fn main() -> laser_dac::Result<()> {
    let id = std::env::args().nth(1).expect("usage: pictures ID");
    let config = FrameSessionConfig::new(30_000);
    let (session, _) = open_device(&id)?.start_frame_session(config)?;
    session.control().arm()?;
    for frame in 0..120 {
        session.send_frame(Frame::new(square(frame)));
        let pause = if frame % 60 == 59 { 200 } else { 16 };
        sleep(Duration::from_millis(pause)); // the picture stays meanwhile
    }
    session.control().stop()
}

// SPDX-License-Identifier: MIT
//! A picture mirrored, and its colours 100 us later than its positions. Usage: look ID
use laser_dac::{open_device, Frame, FrameSessionConfig, LaserPoint};
use laser_dac::{OutputFilter, OutputFilterContext};
use std::{thread, time::Duration};

struct MirrorX;

impl OutputFilter for MirrorX {
    fn filter(&mut self, points: &mut [LaserPoint], _: &OutputFilterContext) {
        points.iter_mut().for_each(|point| point.x = -point.x);
    }
}

fn main() -> laser_dac::Result<()> {
    let id = std::env::args().nth(1).expect("usage: look ID");
    let config = FrameSessionConfig::new(30_000)
        .with_color_delay_points(3)
        .with_output_filter(Box::new(MirrorX));
    let (session, _) = open_device(&id)?.start_frame_session(config)?;
    session.control().arm()?;
    let line = (0..=60).map(|i| LaserPoint::new(i as f32 / 60., 0., 65535, 0, 0, 65535));
    session.send_frame(Frame::new(line.collect()));
    thread::sleep(Duration::from_secs(1));
    session.control().stop()
}

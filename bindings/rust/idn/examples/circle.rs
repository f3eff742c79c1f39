// SPDX-License-Identifier: MIT
//! A green circle for one second. Usage: circle TARGET
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let circle: Vec<idn::Sample> = (0..1000)
        .map(|i| {
            let angle = std::f64::consts::TAU * f64::from(i) / 1000.0;
            let (sine, cosine) = angle.sin_cos();
            idn::Sample { x: (20000.0 * cosine) as i16, y: (20000.0 * sine) as i16, g: 65535, ..Default::default() }
        })
        .collect();

    let target = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1".into());
    let device = idn::Engine::new()?.open(&target, 30_000)?;
    device.arm(true)?;
    for _ in 0..30 {
        device.write(&circle, Duration::from_secs(1))?;
    }
    device.close(Duration::from_secs(1))?;
    Ok(())
}

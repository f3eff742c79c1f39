// SPDX-License-Identifier: MIT
//! What is on the network.
fn main() -> laser_dac::Result<()> {
    for found in laser_dac::list_devices()? {
        println!("{}  {}", found.id, found.name);
    }
    Ok(())
}

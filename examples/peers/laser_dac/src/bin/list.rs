// SPDX-License-Identifier: MIT
//! Lists the projectors of the network.
fn main() -> laser_dac::Result<()> {
    for found in laser_dac::list_devices()? {
        println!("{}  {}", found.id, found.name);
    }
    Ok(())
}

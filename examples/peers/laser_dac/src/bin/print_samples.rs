// SPDX-License-Identifier: MIT
//! An emulated projector that prints a line for each chunk. Usage: print_samples
use laser_dac::receiver::{IdnServer, ReceivedChunk, ServerBehavior, ServerConfig};

struct Printer;

impl ServerBehavior for Printer {
    fn on_chunk_received(&mut self, chunk: ReceivedChunk<'_>) {
        let lit = chunk.points.iter().filter(|p| p.r + p.g + p.b > 0.);
        let (count, lit) = (chunk.points.len(), lit.count());
        println!("{count} samples, {lit} lit, for {} us", chunk.duration_us);
    }
    fn should_respond(&self, _command: u8) -> bool {
        true
    }
    fn get_status_byte(&self) -> u8 {
        laser_dac::receiver::IDNFLG_STATUS_REALTIME
    }
    fn get_ack_result_code(&self) -> u8 {
        0
    }
}

fn main() -> std::io::Result<()> {
    let config = ServerConfig::new_on_standard_port("printer");
    IdnServer::new(config, Printer)?.run();
    Ok(())
}

// SPDX-License-Identifier: MIT
//! Searches for units by broadcast, as applications do.

use crate::Outcome;
use laser_dac::protocols::idn::dac::ServerInfo;
use laser_dac::protocols::idn::scan_for_servers;
use std::time::Duration;

const WINDOW: Duration = Duration::from_millis(500);
/// The crate searches for one WINDOW only; on a busy machine that may be too short.
const ATTEMPTS: usize = 10;

fn print(server: &ServerInfo) {
    let unit: String = server
        .unit_id
        .iter()
        .map(|octet| format!("{octet:02x}"))
        .collect();
    for service in &server.services {
        println!(
            "{{\"host_name\":\"{}\",\"unit_id\":\"{unit}\",\"address\":\"{}\",\"service_id\":{},\"name\":\"{}\",\"is_laser\":{},\"is_default\":{}}}",
            server.hostname,
            server.primary_address().map(ToString::to_string).unwrap_or_default(),
            service.service_id,
            service.name,
            service.is_laser_projector(),
            service.is_default(),
        );
    }
}

pub fn print_all() -> Outcome {
    for _ in 0..ATTEMPTS {
        let servers = scan_for_servers(WINDOW)?;
        if servers.iter().any(|server| !server.services.is_empty()) {
            servers.iter().for_each(print);
            return Ok(());
        }
    }
    Err("no unit answered".into())
}

/// The unit of that name, with its services.
pub fn find(unit: &str) -> Result<ServerInfo, Box<dyn std::error::Error>> {
    for _ in 0..ATTEMPTS {
        let found = scan_for_servers(WINDOW)?
            .into_iter()
            .find(|server| server.hostname == unit && server.find_laser_projector().is_some());
        if let Some(server) = found {
            return Ok(server);
        }
    }
    Err(format!("no unit named {unit} answered").into())
}

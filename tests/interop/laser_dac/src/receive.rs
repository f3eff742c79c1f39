// SPDX-License-Identifier: MIT
//! The crate's receiver on the standard port: logs every point of one client, until that client leaves.

use crate::Outcome;
use laser_dac::receiver::{
    ChunkType, IdnServer, ReceivedChunk, ServerBehavior, ServerConfig, IDNFLG_STATUS_REALTIME,
};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::net::SocketAddr;
use std::sync::mpsc::{channel, Sender};
use std::time::Duration;

enum Event {
    Chunk(String),
    Left,
}

/// Callbacks on the receiver's thread, which pass events to the thread that writes the log.
struct Log {
    events: Sender<Event>,
    chunks: u64,
}

fn name_of(kind: ChunkType) -> &'static str {
    match kind {
        ChunkType::Void => "void",
        ChunkType::Wave => "wave",
        ChunkType::Frame => "frame",
        ChunkType::FrameFirst => "first",
        ChunkType::FrameSequel => "sequel",
        ChunkType::Other(_) => "other",
    }
}

impl ServerBehavior for Log {
    fn on_chunk_received(&mut self, chunk: ReceivedChunk<'_>) {
        self.chunks += 1;
        let mut lines = String::with_capacity(chunk.points.len() * 64);
        for p in chunk.points {
            lines += &format!(
                "{},{},{},{},{},{},{:?},{:?},{:?},{:?},{:?}\n",
                self.chunks,
                name_of(chunk.chunk_type),
                chunk.channel_id,
                chunk.sequence,
                chunk.timestamp_us_u32,
                chunk.duration_us,
                p.x,
                p.y,
                p.r,
                p.g,
                p.b
            );
        }
        let _ = self.events.send(Event::Chunk(lines));
    }

    fn should_respond(&self, _command: u8) -> bool {
        true
    }

    fn get_status_byte(&self) -> u8 {
        IDNFLG_STATUS_REALTIME
    }

    fn get_ack_result_code(&self) -> u8 {
        0
    }

    fn on_client_connected(&mut self, address: SocketAddr) {
        println!("{{\"event\":\"connected\",\"client\":\"{address}\"}}");
    }

    fn on_client_disconnected(&mut self) {
        let _ = self.events.send(Event::Left);
    }
}

/// @param seconds how long to wait for the next datagram before giving up
pub fn receive(name: &str, log: &str, seconds: u64) -> Outcome {
    let (events, seen) = channel();
    let server = IdnServer::new(
        ServerConfig::new_on_standard_port(name),
        Log { events, chunks: 0 },
    )?
    .spawn();
    println!(
        "{{\"event\":\"listening\",\"address\":\"{}\"}}",
        server.addr
    );
    let mut file = BufWriter::new(File::create(log)?);
    writeln!(
        file,
        "chunk,type,channel,sequence,timestamp_us,duration_us,x,y,r,g,b"
    )?;
    while let Event::Chunk(lines) = seen
        .recv_timeout(Duration::from_secs(seconds))
        .map_err(|_| "nobody streams")?
    {
        file.write_all(lines.as_bytes())?;
    }
    file.flush()?;
    Ok(())
}

// SPDX-License-Identifier: MIT
//! Streams by the crate's own scheduler and sending thread, as an application does, so that its pacing can be measured.

use crate::Outcome;
use laser_dac::backend::Result as DacResult;
use laser_dac::buffer_estimate::BufferEstimator;
use laser_dac::device::DacCapabilities;
use laser_dac::protocols::idn::dac::{ServerInfo, ServiceInfo, ServiceType};
use laser_dac::protocols::idn::IdnBackend;
use laser_dac::stream::{ChunkRequest, ChunkResult};
use laser_dac::{
    BackendKind, Dac, DacBackend, DacInfo, DacType, FifoBackend, Frame, FrameSessionConfig,
    LaserPoint, RunExit, StreamConfig, WriteOutcome,
};
use std::time::Duration;

const SERVICE: u8 = 1;
/// Points of the picture, which is repeated.
const PICTURE: usize = 1000;

/// The backend with smaller chunks. By itself it announces chunks of 179 points, which leave no room for the
/// configuration that it adds every 200 ms: such a chunk is sent as two datagrams at once.
struct Capped {
    backend: IdnBackend,
    caps: DacCapabilities,
}

impl Capped {
    fn new(backend: IdnBackend, points: usize) -> Self {
        let mut caps = backend.caps().clone();
        caps.max_points_per_chunk = points;
        Self { backend, caps }
    }
}

impl DacBackend for Capped {
    fn dac_type(&self) -> DacType {
        self.backend.dac_type()
    }
    fn caps(&self) -> &DacCapabilities {
        &self.caps
    }
    fn connect(&mut self) -> DacResult<()> {
        self.backend.connect()
    }
    fn disconnect(&mut self) -> DacResult<()> {
        self.backend.disconnect()
    }
    fn is_connected(&self) -> bool {
        self.backend.is_connected()
    }
    fn stop(&mut self) -> DacResult<()> {
        self.backend.stop()
    }
    fn set_shutter(&mut self, open: bool) -> DacResult<()> {
        self.backend.set_shutter(open)
    }
}

impl FifoBackend for Capped {
    fn try_write_points(&mut self, pps: u32, points: &[LaserPoint]) -> DacResult<WriteOutcome> {
        self.backend.try_write_points(pps, points)
    }
    fn estimator(&self) -> &dyn BufferEstimator {
        self.backend.estimator()
    }
    fn reset_device_buffer(&mut self) -> DacResult<()> {
        self.backend.reset_device_buffer()
    }
}

/// A unit with a known address, so that no search is needed.
pub fn server_at(address: &str) -> Result<ServerInfo, Box<dyn std::error::Error>> {
    let mut server = ServerInfo::new([0; 16], "measuring unit".into(), (1, 0), 0);
    server.addresses.push(address.parse()?);
    server.services.push(ServiceInfo {
        service_id: SERVICE,
        service_type: ServiceType::LaserProjector,
        name: "laser".into(),
        flags: 0,
        relay_number: 0,
    });
    Ok(server)
}

pub fn device(server: ServerInfo, cap: Option<usize>) -> Result<Dac, Box<dyn std::error::Error>> {
    let service = server.find_service(SERVICE).ok_or("no laser")?.clone();
    let backend = IdnBackend::new(server, service);
    let fifo: Box<dyn FifoBackend> = match cap {
        Some(points) => Box::new(Capped::new(backend, points)),
        None => Box::new(backend),
    };
    let info = DacInfo::new("measured", "measured", DacType::Idn, fifo.caps().clone());
    Ok(Dac::new(info, BackendKind::Fifo(fifo)))
}

fn circle(points: usize) -> Vec<LaserPoint> {
    (0..points)
        .map(|i| i as f32 / points as f32 * std::f32::consts::TAU)
        .map(|angle| LaserPoint::new(angle.cos(), angle.sin(), 65535, 0, 0, 65535))
        .collect()
}

#[derive(Clone, Copy)]
pub enum Source {
    /// A callback that fills chunks; the scheduler runs on the calling thread, at its priority.
    Stream,
    /// A picture that is repeated; the scheduler has its own thread, whose priority the crate raises if permitted.
    Frames,
}

pub fn source_from(name: &str) -> Result<Source, Box<dyn std::error::Error>> {
    match name {
        "stream" => Ok(Source::Stream),
        "frames" => Ok(Source::Frames),
        _ => Err(format!("no such source: {name}").into()),
    }
}

pub struct Plan {
    pub rate: u32,
    pub seconds: f64,
    /// Points per chunk; None: the crate's default.
    pub cap: Option<usize>,
    pub source: Source,
}

fn stream(device: Dac, plan: &Plan) -> Result<RunExit, Box<dyn std::error::Error>> {
    let (stream, _) = device.start_stream(StreamConfig::new(plan.rate))?;
    stream.control().arm()?;
    let picture = circle(PICTURE);
    let mut left = (plan.seconds * f64::from(plan.rate)) as usize;
    let producer = move |request: &ChunkRequest, buffer: &mut [LaserPoint]| {
        if left < request.target_points {
            return ChunkResult::End;
        }
        left -= request.target_points;
        let points = picture.iter().cycle().skip(left % PICTURE);
        for (slot, point) in buffer[..request.target_points].iter_mut().zip(points) {
            *slot = *point;
        }
        ChunkResult::Filled(request.target_points)
    };
    Ok(stream.run(producer, |error| eprintln!("{error}"))?)
}

fn repeat_frame(device: Dac, plan: &Plan) -> Result<RunExit, Box<dyn std::error::Error>> {
    let (session, _) = device.start_frame_session(FrameSessionConfig::new(plan.rate))?;
    session.control().arm()?;
    session.send_frame(Frame::new(circle(PICTURE)));
    std::thread::sleep(Duration::from_secs_f64(plan.seconds));
    if session.is_finished() {
        return Ok(session.join()?);
    }
    session.control().stop()?;
    session.join()?;
    Ok(RunExit::ProducerEnded)
}

pub fn pace(address: &str, plan: &Plan) -> Outcome {
    let device = device(server_at(address)?, plan.cap)?;
    let end = match plan.source {
        Source::Stream => stream(device, plan)?,
        Source::Frames => repeat_frame(device, plan)?,
    };
    match end {
        RunExit::ProducerEnded => Ok(()),
        end => Err(format!("the stream ended early: {end:?}").into()),
    }
}

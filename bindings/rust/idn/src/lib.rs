// SPDX-License-Identifier: MIT
//! A safe layer over `idn-sys`: laser projectors on the ILDA Digital Network.
use idn_sys as sys;
use std::ffi::{c_int, CStr, CString};
use std::{ptr, sync::Arc, time::Duration};

pub use sys::idn_sample_t as Sample;

/// Cause and remedy in one line; `code` is an `IDN_ERR_...`
#[derive(Debug)]
pub struct Fault {
    pub code: i32,
    text: String,
}
impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.text)
    }
}
impl std::error::Error for Fault {}

/// To be called on the thread of the call that returned `code`.
fn check(code: c_int) -> Result<(), Fault> {
    if code >= 0 {
        return Ok(());
    }
    // SAFETY: never null, and valid until the next failure on this thread.
    let text = unsafe { CStr::from_ptr(sys::idn_last_error()) };
    Err(Fault { code, text: text.to_string_lossy().into_owned() })
}

fn nanoseconds(time: Duration) -> i64 {
    time.as_nanos().try_into().unwrap_or(i64::MAX)
}

struct EngineHandle(*mut sys::idn_engine_t);
// SAFETY: any function may be called from any thread; the last owner destroys it.
unsafe impl Send for EngineHandle {}
unsafe impl Sync for EngineHandle {}
impl Drop for EngineHandle {
    fn drop(&mut self) {
        // SAFETY: the last call with this handle. All devices, which share it, are closed.
        unsafe { sys::idn_engine_destroy(self.0) };
    }
}

/// Sends the streams of its devices on time, from a thread of its own. Lives as long as any of them.
#[derive(Clone)]
pub struct Engine(Arc<EngineHandle>);

impl Engine {
    pub fn new() -> Result<Self, Fault> {
        let mut engine = ptr::null_mut();
        // SAFETY: null stands for the default options.
        check(unsafe { sys::idn_engine_create(ptr::null(), &mut engine) })?;
        Ok(Self(Arc::new(EngineHandle(engine))))
    }

    /// `target`: a unit ID, a unit's or service's name, or a host. `rate`: samples per second; 0: 30000.
    pub fn open(&self, target: &str, rate: u32) -> Result<Device, Fault> {
        let target = CString::new(target.replace('\0', "?")).expect("without NUL");
        let options = sys::idn_device_options_t {
            struct_size: std::mem::size_of::<sys::idn_device_options_t>() as u32,
            rate,
            ..Default::default()
        };
        let mut device = ptr::null_mut();
        // SAFETY: all pointers are valid during the call.
        check(unsafe { sys::idn_device_open(self.0 .0, target.as_ptr(), &options, &mut device) })?;
        Ok(Device { handle: device, _engine: self.clone() })
    }
}

/// One projector, dark until armed. Dropped, it is dark and closed at once.
pub struct Device {
    handle: *mut sys::idn_device_t,
    _engine: Engine,
}
// SAFETY: any function may be called from any thread; closing takes the device.
unsafe impl Send for Device {}
unsafe impl Sync for Device {}

impl Device {
    pub fn arm(&self, armed: bool) -> Result<(), Fault> {
        // SAFETY: the handle is open.
        check(unsafe { sys::idn_device_arm(self.handle, armed.into()) })
    }

    /// Appends all samples to the queue. Waits for room, for `timeout` at most.
    pub fn write(&self, samples: &[Sample], timeout: Duration) -> Result<(), Fault> {
        // SAFETY: the samples are copied during the call.
        check(unsafe { sys::idn_device_write(self.handle, samples.as_ptr(), samples.len(), nanoseconds(timeout)) })
    }

    /// Plays what is queued, for `play_out` at most.
    pub fn close(mut self, play_out: Duration) -> Result<(), Fault> {
        self.release(play_out)
    }

    fn release(&mut self, play_out: Duration) -> Result<(), Fault> {
        let handle = std::mem::replace(&mut self.handle, ptr::null_mut());
        // SAFETY: the last call with this handle; null is allowed.
        check(unsafe { sys::idn_device_close(handle, nanoseconds(play_out)) })
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        let _ = self.release(Duration::ZERO);
    }
}

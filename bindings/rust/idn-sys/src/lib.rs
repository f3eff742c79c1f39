// SPDX-License-Identifier: MIT
//! What idn/idn.h declares, as far as the crate `idn` needs it. There each function is documented.
#![allow(non_camel_case_types)]
use std::ffi::{c_char, c_int};

#[repr(C)]
pub struct idn_engine_t([u8; 0]);
#[repr(C)]
pub struct idn_device_t([u8; 0]);

/// One beam position with its colours.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct idn_sample_t {
    pub x: i16,
    pub y: i16,
    pub r: u16,
    pub g: u16,
    pub b: u16,
    pub intensity: u16,
    pub u1: u16,
    pub u2: u16,
    pub u3: u16,
    pub x_prime: i16,
    pub z: i16,
}

/// Its first members; the library takes the rest as default.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct idn_device_options_t {
    pub struct_size: u32,
    pub rate: u32,
    pub latency: i64,
    pub hold: i64,
}

extern "C" {
    pub fn idn_last_error() -> *const c_char;
    pub fn idn_engine_create(options: *const std::ffi::c_void, engine: *mut *mut idn_engine_t) -> c_int;
    pub fn idn_engine_destroy(engine: *mut idn_engine_t) -> c_int;
    pub fn idn_device_open(
        engine: *mut idn_engine_t,
        target: *const c_char,
        options: *const idn_device_options_t,
        device: *mut *mut idn_device_t,
    ) -> c_int;
    pub fn idn_device_arm(device: *mut idn_device_t, armed: c_int) -> c_int;
    pub fn idn_device_write(
        device: *mut idn_device_t,
        samples: *const idn_sample_t,
        count: usize,
        timeout: i64,
    ) -> c_int;
    pub fn idn_device_close(device: *mut idn_device_t, play_out: i64) -> c_int;
}

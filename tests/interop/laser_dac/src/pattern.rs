// SPDX-License-Identifier: MIT
//! The sequence of samples that all tests send: no sample occurs twice within 65536, and none is dark.
//! ../../pattern.py computes the same.

use laser_dac::protocols::idn::{PointExtended, PointXyrgbHighRes, PointXyrgbi};
use laser_dac::LaserPoint;

/// The values of one sample at full precision; formats take those that they have, at their precision.
pub struct Sample {
    pub x: i16,
    pub y: i16,
    pub r: u16,
    pub g: u16,
    pub b: u16,
    pub i: u16,
    pub u: [u16; 3],
    pub u4: i16,
}

fn mix(index: u64, factor: u64, offset: u64) -> u16 {
    (index.wrapping_mul(factor).wrapping_add(offset) & 0xFFFF) as u16
}

pub fn sample(index: u64) -> Sample {
    Sample {
        x: mix(index, 7919, 0) as i16,
        y: mix(index, 30011, 12345) as i16,
        r: mix(index, 771, 1) | 0x0100, // lit in 8 bits too, to distinguish it from dark samples that a sender adds
        g: mix(index, 10007, 2),
        b: mix(index, 40503, 3),
        i: mix(index, 25717, 4) | 0x0100,
        u: [mix(index, 3, 5), mix(index, 5, 6), mix(index, 7, 7)],
        u4: mix(index, 11, 8) as i16,
    }
}

/// A point as an application passes it to the crate: coordinates from -1 to 1, colours of 16 bits.
pub fn laser_point(index: u64) -> LaserPoint {
    let s = sample(index);
    let unit = |value: i16| f32::from(value.max(-32767)) / 32767.0;
    LaserPoint::new(unit(s.x), unit(s.y), s.r, s.g, s.b, s.i)
}

pub trait FromSample {
    fn from_sample(sample: &Sample) -> Self;
}

fn upper(value: u16) -> u8 {
    (value >> 8) as u8
}

impl FromSample for PointXyrgbi {
    fn from_sample(s: &Sample) -> Self {
        Self::new(s.x, s.y, upper(s.r), upper(s.g), upper(s.b), upper(s.i))
    }
}

impl FromSample for PointXyrgbHighRes {
    fn from_sample(s: &Sample) -> Self {
        Self::new(s.x, s.y, s.r, s.g, s.b)
    }
}

impl FromSample for PointExtended {
    fn from_sample(s: &Sample) -> Self {
        Self {
            x: s.x,
            y: s.y,
            r: s.r,
            g: s.g,
            b: s.b,
            i: s.i,
            u1: s.u[0],
            u2: s.u[1],
            u3: s.u[2],
            u4: s.u4 as u16,
        }
    }
}

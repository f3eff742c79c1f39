// SPDX-License-Identifier: MIT
//! The sequence of samples that all tests send: no sample occurs twice within 65536, and none is dark.
//! ../../../pattern.py computes the same.

pub struct Sample {
    pub x: i16,
    pub y: i16,
    pub r: u16,
    pub g: u16,
    pub b: u16,
    pub i: u16,
    pub u1: u16,
    pub u2: u16,
}

fn mix(index: u64, factor: u64, offset: u64) -> u16 {
    (index.wrapping_mul(factor).wrapping_add(offset) & 0xFFFF) as u16
}

pub fn sample(index: u64) -> Sample {
    Sample {
        x: mix(index, 7919, 0) as i16,
        y: mix(index, 30011, 12345) as i16,
        r: mix(index, 771, 1) | 0x0100, // lit in 8 bits too
        g: mix(index, 10007, 2),
        b: mix(index, 40503, 3),
        i: mix(index, 25717, 4) | 0x0100,
        u1: mix(index, 3, 5),
        u2: mix(index, 5, 6),
    }
}

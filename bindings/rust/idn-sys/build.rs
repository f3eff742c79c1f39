// SPDX-License-Identifier: MIT
// Finds libidn by IDN_LIB_DIR, else by pkg-config, else where the linker looks.
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=IDN_LIB_DIR");
    let folder = std::env::var("IDN_LIB_DIR").ok().or_else(|| {
        let found = Command::new("pkg-config").args(["--variable=libdir", "idn"]).output().ok()?;
        found.status.success().then(|| String::from_utf8_lossy(&found.stdout).trim().to_owned())
    });
    if let Some(folder) = folder {
        println!("cargo:rustc-link-search=native={folder}");
    }
    println!("cargo:rustc-link-lib=dylib=idn");
}

// SPDX-License-Identifier: MIT
// A thin layer over idn/idn.h by koffi. Calls that wait return promises, so that the event loop goes on.
'use strict';
const koffi = require('koffi');
const names = { win32: 'idn.dll', darwin: 'libidn.1.dylib' };
const library = koffi.load(process.env.IDN_LIBRARY || names[process.platform] || 'libidn.so.1');

// The first members of idn_device_options_t; the library takes the rest as default.
const Options = koffi.struct('idn_device_options_t', {
  struct_size: 'uint32_t', rate: 'uint32_t', latency: 'int64_t', hold: 'int64_t',
});
koffi.opaque('idn_engine_t');
koffi.opaque('idn_device_t');
const strerror = library.func('const char *idn_strerror(int code)');
const lastError = library.func('const char *idn_last_error()');
const createEngine = library.func('int idn_engine_create(void *options, _Out_ idn_engine_t **engine)');
const openDevice = library.func(
  'int idn_device_open(idn_engine_t *engine, const char *target, idn_device_options_t *options, _Out_ idn_device_t **device)');
const armDevice = library.func('int idn_device_arm(idn_device_t *device, int armed)');
const writeDevice = library.func('int idn_device_write(idn_device_t *device, const void *samples, size_t count, int64_t timeout)');
const closeDevice = library.func('int idn_device_close(idn_device_t *device, int64_t play_out)');

function check(code) {
  if (code < 0) throw Object.assign(new Error(lastError()), { code });
}

// On a thread of koffi, whose idn_last_error() cannot be read here.
function later(func, ...values) {
  return new Promise((resolve, reject) => func.async(...values, (failure, code) => {
    if (failure) reject(failure);
    else if (code < 0) reject(Object.assign(new Error(strerror(code)), { code }));
    else resolve();
  }));
}

/// Samples of [x, y, r, g, b], positions -32768 to 32767, colours 0 to 65535, in the layout of idn_sample_t.
function samples(points) {
  const words = new Uint16Array(11 * points.length);  // negative positions wrap to their two's complement
  points.forEach((point, i) => words.set(point, 11 * i));
  return words;
}

/// One for the process, since its tick thread serves all devices. It ends with the process, which blanks what is open.
let engine = null;

/// One projector, dark until armed. Times are in seconds.
class Device {
  constructor(target, { rate = 30000 } = {}) {
    const out = [null];
    if (!engine) {
      check(createEngine(null, out));
      engine = out[0];
    }
    check(openDevice(engine, target, { struct_size: koffi.sizeof(Options), rate, latency: 0, hold: 0 }, out));
    this.handle = out[0];
  }
  arm(armed = true) { check(armDevice(this.open(), armed ? 1 : 0)); }
  /// Waits for room, for `timeout` at most.
  write(samples, timeout = 0) {
    return later(writeDevice, this.open(), samples, samples.length / 11, BigInt(Math.round(timeout * 1e9)));
  }
  /// Plays what is queued, for `playOut` at most.
  close(playOut = 0) {
    const handle = this.open();
    this.handle = null;
    return later(closeDevice, handle, BigInt(Math.round(playOut * 1e9)));
  }
  open() {
    if (!this.handle) throw new Error('this device is closed');
    return this.handle;
  }
}

module.exports = { Device, samples };

// SPDX-License-Identifier: MIT
// A green circle for one second. Usage: node circle.js TARGET
'use strict';
const idn = require('./idn');

const circle = idn.samples(Array.from({ length: 1000 }, (_, i) => {
  const angle = 2 * Math.PI * i / 1000;
  return [20000 * Math.cos(angle), 20000 * Math.sin(angle), 0, 65535, 0];
}));

async function main() {
  const device = new idn.Device(process.argv[2] || '127.0.0.1', { rate: 30000 });
  device.arm();
  for (let turn = 0; turn < 30; ++turn) await device.write(circle, 1);
  await device.close(1);
}

main().catch((fault) => {
  console.error(fault.message);
  process.exitCode = 1;
});

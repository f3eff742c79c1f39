// SPDX-License-Identifier: MIT
// An application that plays the pattern of ../../pattern.py with the unmodified npm package @laser-dac/ether-dream.
//
//   node play.js FOLDER_WITH_NODE_MODULES FIRST SECONDS RATE TIMES
//
// Points are those of the pattern from FIRST on. The DAC is that of ETHER_ADDRESS, or the first whose broadcast arrives.
// Plays and stops TIMES times. The package throws a TypeError if it is stopped while it waits for points; that is caught
// here. Its log is redirected from standard output to standard error.
const path = require('path');
const [folder, first, seconds, rate, times] = process.argv.slice(2);
const { DAC } = require(path.join(folder, 'node_modules/@laser-dac/core'));
const { EtherDream } = require(path.join(folder, 'node_modules/@laser-dac/ether-dream'));

console.log = console.error;
const tell = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const mix = (index, factor, offset) => (Math.imul(index, factor) + offset) & 0xffff;

let next = Number(first);

// A point of the pattern: coordinates from 0 to 1, which the package rotates by 180 degrees, and colours from 0 to 1.
function point(index) {
  return {
    x: mix(index, 7919, 0) / 65535,
    y: mix(index, 30011, 12345) / 65535,
    r: (mix(index, 771, 1) | 0x0100) / 65535,
    g: mix(index, 10007, 2) / 65535,
    b: mix(index, 40503, 3) / 65535,
  };
}

// Returns a frame of new points each time the package reads `points`.
const scene = {
  get points() {
    const frame = [];
    for (let i = 0; i < 500; i++) frame.push(point(next++));
    return frame;
  },
};

let stopped = false;
process.on('uncaughtException', (error) => {
  const known = error instanceof TypeError && stopped;
  if (!known) {
    console.error(error);
    process.exit(1);
  }
});

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function play() {
  const dac = new DAC();
  dac.use(new EtherDream());
  if (!(await dac.start())) throw new Error('no DAC');
  tell({ event: 'connected' });
  dac.stream(scene, Number(rate));
  await sleep(Number(seconds) * 1000);
  stopped = true;
  const ended = new Promise((resolve) => dac.devices[0].connection.client.once('close', resolve));
  dac.stop();
  await ended;
  tell({ event: 'end', points: next - Number(first) });
}

(async () => {
  for (let i = 0; i < Number(times); i++) await play();
  process.exit(0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileFile, type HostileFile } from './hostile-file.ts';

const video = readFileSync(join(import.meta.dirname, '../../../e2e/support/garden.webm'));
const either = ['read', 'refused'];

/** Copies the video with other bytes at a position. */
function changed(position: number, bytes: Uint8Array): Buffer {
  const copy = Buffer.from(video);
  copy.set(bytes, position);
  return copy;
}

const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** The position of the duration (ms) in the header. */
const durationAt = video.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3;

const durations = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1, 3_600_001, 1e300].map((value) =>
  hostileFile(`lasts-${value}.webm`, changed(durationAt, double(value)), ...either),
);
const cut = [13, 60, 200, 300, 500, 1_000, 2_000, 4_000, 6_000].map((length) =>
  hostileFile(`cut-${length}.webm`, video.subarray(0, length), ...either),
);
const damaged = Array.from({ length: 24 }, (_, index) => {
  const position = 40 + Math.floor((index * (video.length - 60)) / 24);
  return hostileFile(`damaged-${position}.webm`, changed(position, Buffer.alloc(16, 0xff)), ...either);
});

/** Videos that may make a player hang. Only for browsers, because only they have a player. */
export const hostileVideos: readonly HostileFile[] = [
  ...durations,
  ...cut,
  ...damaged,
  hostileFile('empty.mp4', '\0\0\0\x18ftypisom\0\0\0\0isomiso2', 'refused'),
  hostileFile('page.mp4', '\0\0\0\x18ftypisom<script>alert(1)</script>', 'refused'),
  hostileFile('image.avi', 'RIFF\x10\0\0\0AVI LIST', 'refused'),
  hostileFile('noise.webm', Buffer.concat([video.subarray(0, 4), Buffer.alloc(200_000, 0x5a)]), 'refused'),
];

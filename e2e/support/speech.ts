import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from 'playwright/test';

const rate = 48_000;

/** Alternating seconds of sound and silence. */
type Pattern = readonly number[];

/** Short beeps that are visible in a level meter. */
const beeps: Pattern = Array.from({ length: 12 }, () => 0.25);

/** Speech, then a pause. The speech starts again when Chromium repeats the file. */
export const sentences: Pattern = [0.4, 0.2, 0.4, 0.2, 0.4, 10];

/** Writes a WAV file with tones, which Chromium's fake microphone repeats. Returns its path. */
export function writeSpeech(pattern: Pattern = beeps): string {
  const samples = new Int16Array(rate * pattern.reduce((sum, seconds) => sum + seconds, 0));
  let start = 0;
  for (const [place, seconds] of pattern.entries()) {
    const end = start + seconds * rate;
    if (place % 2 === 0)
      for (let index = start; index < end; index += 1)
        samples[index] = 12_000 * Math.sin((2 * Math.PI * 440 * index) / rate);
    start = end;
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  // PCM, one channel, 16 bits.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  const path = join(mkdtempSync(join(tmpdir(), 'clover-speech-')), 'speech.wav');
  writeFileSync(path, Buffer.concat([header, new Uint8Array(samples.buffer)]));
  return path;
}

/**
 * Adds launch options that make Chromium's microphone play a file. Uses the full Chromium, because its headless shell
 * has no microphone.
 */
export function withMicrophone(options: LaunchOptions, path: string): LaunchOptions {
  const { executablePath, args = [] } = options;
  return {
    ...options,
    channel: 'chromium',
    ...(executablePath && { executablePath: executablePath.replace(/-headless-shell$/, '') }),
    args: [...args, '--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${path}`],
  };
}

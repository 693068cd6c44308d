import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from 'playwright/test';

/** espeak-ng -v en-us -s 150 -w speech.wav "How many leaves does a clover have?" */
const speech = readFileSync(join(import.meta.dirname, 'speech.wav'));
const headerBytes = 44;
/** 22,050 samples with 16 bits, in one channel. */
const bytesPerSecond = 2 * 22_050;

/**
 * Writes a WAV file with speech and then a pause of some seconds, which Chromium's fake microphone repeats. Returns its
 * path.
 */
export function writeSpeech(pause = 0): string {
  const file = Buffer.concat([speech, Buffer.alloc(pause * bytesPerSecond)]);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt32LE(file.length - headerBytes, headerBytes - 4);
  const path = join(mkdtempSync(join(tmpdir(), 'clover-speech-')), 'speech.wav');
  writeFileSync(path, file);
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

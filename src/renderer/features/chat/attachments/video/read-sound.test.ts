import { beforeEach, expect, it, vi } from 'vitest';
import { pieceSeconds, readSound } from './read-sound.ts';
import { videoLimits } from './video-limits.ts';

const rate = 16_000;
const decodeAudioData = vi.fn<() => Promise<Partial<AudioBuffer>>>();
beforeEach(() => {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decodeAudioData;
    },
  );
});

/** Builds sound with two channels, one of them silent. */
const sound = (seconds: number, loudness: number): Partial<AudioBuffer> => ({
  duration: seconds,
  length: seconds * rate,
  numberOfChannels: 2,
  getChannelData: (channel) => new Float32Array(seconds * rate).fill(channel === 0 ? loudness : 0),
});
const { signal } = new AbortController();
const read = (duration = 60) => readSound(new Blob(['video']), duration, signal);

it('divides sound into pieces of one channel', async () => {
  decodeAudioData.mockResolvedValue(sound(pieceSeconds + 1, 0.5));
  const { pieces, isTooLong } = await read();
  expect([pieces.map(({ size }) => size), isTooLong]).toEqual([
    [44 + pieceSeconds * rate * 2, 44 + rate * 2],
    false,
  ]);
  const samples = new Int16Array(await pieces[1]!.arrayBuffer(), 44);
  expect(samples[0]).toBe(Math.trunc(0.25 * 0x7f_ff));
});

it('finds no sound in silence, and in a video without sound', async () => {
  decodeAudioData.mockResolvedValue(sound(1, 0.001));
  expect(await read()).toEqual({ pieces: [], isTooLong: false });
  decodeAudioData.mockRejectedValue(new DOMException('', 'EncodingError'));
  expect(await read()).toEqual({ pieces: [], isTooLong: false });
});

it('leaves out sound that is too long, even if the file declares a shorter duration', async () => {
  decodeAudioData.mockResolvedValue(sound(videoLimits.soundSeconds + 1, 0.5));
  expect(await read(60)).toEqual({ pieces: [], isTooLong: true });
  decodeAudioData.mockClear();
  expect(await read(videoLimits.soundSeconds + 1)).toEqual({ pieces: [], isTooLong: true });
  expect(decodeAudioData).not.toHaveBeenCalled();
});

it('ends when the user removes the video, although the decoder is still busy', async () => {
  decodeAudioData.mockReturnValue(new Promise(() => {}));
  const controller = new AbortController();
  const reading = readSound(new Blob(['video']), 60, controller.signal);
  await vi.waitFor(() => expect(decodeAudioData).toHaveBeenCalled());
  controller.abort(new Error('removed'));
  await expect(reading).rejects.toThrow('removed');
});

import { videoLimits } from './video-limits.ts';
import { encodeWav } from './wav.ts';

/** The sample rate (Hz), high enough for speech. */
const rate = 16_000;
/** The length of a piece (s). A WAV file of this length has 3.8 MB. The limit for recordings is 4 MB. */
export const pieceSeconds = 120;
/** Sound that never exceeds this level counts as silence. */
const silence = 0.003;

interface Sound {
  /** Consecutive WAV files. Empty if there is no sound. */
  readonly pieces: readonly Blob[];
  readonly isTooLong: boolean;
}

/** Reads the sound of a video on the device. Throws the signal's reason. */
export async function readSound(file: Blob, duration: number, signal: AbortSignal): Promise<Sound> {
  if (duration > videoLimits.soundSeconds || file.size > videoLimits.soundFileBytes)
    return { pieces: [], isTooLong: true };
  const context = new OfflineAudioContext(1, 1, rate);
  const bytes = await file.arrayBuffer();
  signal.throwIfAborted();
  // Rejects if the video has no sound. The decoder runs outside of the page.
  const decoding = context.decodeAudioData(bytes).catch(() => null);
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  // The decoder can't be stopped, but other videos don't wait for it.
  const decoded = await Promise.race([decoding, aborted.promise]);
  // The file may declare a duration that is too short.
  if (decoded && decoded.duration > videoLimits.soundSeconds) return { pieces: [], isTooLong: true };
  const pieces: Blob[] = [];
  let loudest = 0;
  for (let start = 0; decoded && start < decoded.length; start += pieceSeconds * rate) {
    const samples = mixDown(decoded, start, Math.min(decoded.length, start + pieceSeconds * rate));
    for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
    pieces.push(encodeWav(samples, rate));
    // Lets the page handle input between two pieces.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { pieces: loudest > silence ? pieces : [], isTooLong: false };
}

function mixDown(buffer: AudioBuffer, start: number, end: number): Float32Array {
  const mixed = new Float32Array(end - start);
  for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
    const samples = buffer.getChannelData(channel).subarray(start, end);
    for (let index = 0; index < mixed.length; index += 1)
      mixed[index] = (mixed[index] ?? 0) + (samples[index] ?? 0) / buffer.numberOfChannels;
  }
  return mixed;
}

import { expect, it } from 'vitest';
import { maxRecordingBytes, readRecording } from '../../../../../shared/completion/recording.ts';
import { pieceSeconds } from './read-sound.ts';
import { encodeWav } from './wav.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

it('encodes samples, and limits those that are too loud', async () => {
  const bytes = await bytesOf(encodeWav(Float32Array.of(0, 0.5, -2, 2), 16_000));
  const view = new DataView(bytes.buffer);
  expect(readRecording(bytes)).toMatchObject({ type: 'audio/wav', name: 'speech.wav' });
  expect([view.getUint32(4, true), view.getUint32(24, true), view.getUint32(40, true)]).toEqual([
    44, 16_000, 8,
  ]);
  expect([...new Int16Array(bytes.buffer, 44)]).toEqual([0, 16_383, -32_767, 32_767]);
});

it('a piece of sound is not larger than a recording may be', () => {
  expect(encodeWav(new Float32Array(pieceSeconds * 16_000), 16_000).size).toBeLessThan(maxRecordingBytes);
});

import { pngChunk, createPng } from './bombs.ts';
import type { PlantedDocument } from './corpus.ts';

const secret = 'GPS-CANARY-59.91-10.75';

/** Builds EXIF data with the image's rotation and the place where the photo was taken. */
function exif(orientation: number): Buffer {
  const entry = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  entry.writeUInt16BE(orientation, 18);
  return Buffer.concat([entry, Buffer.from(secret)]);
}

const withChunks = (picture: Buffer, ...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)]);

const frame = '2c00000000010001000002024c0100';
const gif = (frames: number) =>
  Buffer.from(`47494638396101000100800000ff0000000000${frame.repeat(frames)}3b`, 'hex');

/** Returns images with EXIF data. The reader must scale and rotate them and remove the metadata. */
export const sampleImages = (): readonly PlantedDocument[] => [
  {
    name: 'rotated.png',
    content: withChunks(
      createPng(40, 20, 20),
      pngChunk('eXIf', exif(6)),
      pngChunk('tEXt', Buffer.from(`Place\0${secret}`)),
    ),
    facts: ['image/png 20x40'],
    absent: [secret],
  },
  {
    name: 'large.png',
    content: withChunks(createPng(4_096, 1_024, 1_024), pngChunk('tEXt', Buffer.from(`Place\0${secret}`))),
    facts: ['image/png 2048x512'],
    absent: [secret],
  },
  { name: 'wrong.pdf', content: createPng(30, 30, 30), facts: ['image/png 30x30'], absent: [] },
  { name: 'still.gif', content: gif(1), facts: ['image/png 1x1'], absent: ['first frame'] },
  { name: 'moving.gif', content: gif(2), facts: ['image/png 1x1', 'Only its first frame'], absent: [] },
];

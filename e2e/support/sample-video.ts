import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A video of six seconds: two in red, two in blue and two in white, with a tone. */
export const sampleVideo = {
  name: 'garden.webm',
  mimeType: 'video/webm',
  buffer: readFileSync(join(import.meta.dirname, 'garden.webm')),
};

import type { Attachment } from './attachment.ts';
import { fileSize } from './file-size.ts';
import { fileTexts } from './texts.ts';

/** `12 pages · 340 kB`, or `1,600 × 1,200 · 1.2 MB`. */
export function factsOf(file: Attachment): string {
  const { kind, size } = file;
  const extent =
    kind === 'image'
      ? fileTexts.pixels({ width: file.width, height: file.height })
      : file.chosen
        ? fileTexts.pagesOf({ count: file.chosen.length, all: file.allPages ?? file.chosen.length })
        : file.pages !== null && fileTexts.pages({ count: file.pages });
  return [extent, fileSize(size)].filter(Boolean).join(' · ');
}

import type { Attachment } from './attachment.ts';
import { fileSize } from './file-size.ts';
import { fileTexts } from './texts.ts';

export type PartUnit = 'pages' | 'sheets' | 'slides';

export function unitOf({ mediaType }: Pick<Attachment, 'mediaType'>): PartUnit {
  if (mediaType.includes('spreadsheet')) return 'sheets';
  return mediaType.includes('presentation') ? 'slides' : 'pages';
}

function describeExtent(file: Attachment): string | null {
  if (file.kind === 'image') return fileTexts.pixels({ width: file.width, height: file.height });
  const unit = unitOf(file);
  if (file.chosen) {
    const count = file.chosen.length;
    return fileTexts.partsOf[unit]({ count, all: file.allPages ?? count });
  }
  return file.pages === null ? null : fileTexts.parts[unit]({ count: file.pages });
}

/** Describes a file: `12 pages · 340 kB`, or `1,600 × 1,200 · 1.2 MB`. */
export const describeFile = (file: Attachment): string =>
  [describeExtent(file), fileSize(file.size)].filter((fact) => fact !== null).join(' · ');

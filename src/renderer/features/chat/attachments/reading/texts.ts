import { params, plural, texts } from '../../../../lib/texts.ts';
import type { RefusalCode } from './refusal.ts';

export const readingTexts = texts('chat/attachments/reading', {
  refused: {
    empty: 'The file is empty: choose one with content.',
    tooLarge: 'The file is larger than 20 MB: choose a smaller one, or attach a part of it.',
    encrypted: 'The file is protected with a password: save a copy without it and attach the copy.',
    damaged:
      'The file is damaged or incomplete: save it again in the app that created it and attach the copy.',
    unknown: "This file type isn't supported: save the file as PDF, text or an image and attach that.",
    oldOffice:
      "Old Office formats aren't supported: save the file as .docx, .xlsx, .pptx or PDF in the app that created it and attach that.",
    unpacksTooLarge: 'The file is too large when unpacked: attach only the part that you need.',
    tooManyPixels: 'The image has more than 100 megapixels: attach a smaller one, or a part of it.',
    notDecodable: "This browser can't open this image type: save the image as JPEG or PNG and attach that.",
    noText: 'The file contains no text: attach another file, or images of its pages.',
    scan: 'The pages are images without text, probably a scan: attach the pages as images instead.',
    tooSlow: 'Reading the file took longer than 30 seconds: attach a part of it, or save it as text.',
    unreadable: "The file couldn't be read because it was moved or changed: choose it again.",
  } satisfies Record<RefusalCode, string>,
  notes: {
    cut: plural({
      one: 'Only the beginning is included: {count} character is missing.',
      other: 'Only the beginning is included: {count} characters are missing.',
    }),
    pages: params('Only the first {read} of {total} pages are included.'),
    pagesWithoutText: params('No text on pages {pages}: they may be images.'),
    encoding: params('The text states no encoding and was read as {encoding}.'),
    macros: 'The file contains macros. They were not run and are not included.',
    firstFrame: 'Animated image: only its first frame is included.',
  },
});

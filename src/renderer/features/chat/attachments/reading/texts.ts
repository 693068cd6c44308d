import { params, plural, texts } from '../../../../../shared/texts.ts';
import type { RefusalCode } from './refusal.ts';

export const readingTexts = texts('chat/attachments/reading', {
  refused: {
    empty: 'The file is empty. Choose another one.',
    tooLarge: 'The file is larger than 20 MB. Choose a smaller one, or attach part of it.',
    encrypted: 'The file is protected with a password. Save a copy without a password and attach the copy.',
    damaged:
      'The file is damaged or incomplete. Save it again in the app that created it, then attach the new file.',
    otherContent:
      "The content doesn't match the file's extension, so the file may be damaged. Save it again in the app that created it, then attach the new file. If it is plain text, change its extension to .txt.",
    unknown: "This file type isn't supported. Save the file as PDF, text or an image, then attach that.",
    oldOffice:
      "Old Office formats aren't supported. Save the file as .docx, .xlsx, .pptx or PDF in the app that created it, then attach that.",
    unpacksTooLarge: 'The file is too large when unpacked. Attach only the part that you need.',
    tooManyPixels: 'The image has more than 100 megapixels. Attach a smaller one, or part of it.',
    notDecodable: "This browser can't open this image type. Save the image as JPEG or PNG, then attach that.",
    noText: 'The file contains no text. Attach another file, or images of its pages.',
    scan: 'The pages of this file contain neither text nor images that can be shown. Attach the pages as images instead.',
    tooSlow: 'Reading the file takes too long. Attach part of it, or save it as text.',
    unreadable: "Couldn't read the file, because it was moved or changed. Choose it again.",
  } satisfies Record<RefusalCode, string>,
  notes: {
    cut: plural({
      one: 'Only the beginning is included. {count} character was left out.',
      other: 'Only the beginning is included. {count} characters were left out.',
    }),
    pages: params('Only the first {read} of {total} pages are included.'),
    pagesWithoutText: params('No text found on these pages: {pages}. They may be images.'),
    encoding: params('The text encoding was guessed ({encoding}). Check for wrong characters.'),
    macros: "The file contains macros. They weren't run and aren't included.",
    firstFrame: 'This image is animated. Only its first frame is included.',
    scan: params('The file contains no text. Pages included as images: {drawn} of {total}.'),
  },
});

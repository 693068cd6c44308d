import { brand } from '../../../../shared/brand.ts';
import { params, plural, texts } from '../../../../shared/texts.ts';

export const fileTexts = texts('chat/files', {
  label: 'Attached files',
  remove: params('Remove {name}'),
  /** Announced to screen readers after a file was moved. */
  moved: params('{name} moved to position {place} of {count}'),
  moveHint: 'Drag to move, or press Shift with an arrow key',
  open: params('Open {name}'),
  reading: 'Reading',
  progress: params('Reading, {done} of {total}'),
  read: plural({ one: '{count} file attached', other: '{count} files attached' }),
  parts: {
    pages: plural({ one: '{count} page', other: '{count} pages' }),
    sheets: plural({ one: '{count} sheet', other: '{count} sheets' }),
    slides: plural({ one: '{count} slide', other: '{count} slides' }),
  },
  partsOf: {
    pages: params('{count} of {all} pages'),
    sheets: params('{count} of {all} sheets'),
    slides: params('{count} of {all} slides'),
  },
  pixels: params('{width} × {height}'),
  tokens: plural({ one: 'about {count} token', other: 'about {count} tokens' }),
  tooMany: params('A message can have up to {count} files. Send this one in your next message.'),
  tooMuch: 'Images in a message can total up to 15 MB. Send this one in your next message.',
  unread: "Couldn't read the file. Choose it again.",
  failed: "Couldn't load the file. Check your connection, then try again.",
  unverified: 'This file failed verification. It was damaged or changed after you added it.',
  gone: 'The file no longer exists.',
  outdated: `Another tab runs a newer version of ${brand}. Reload this page to use your files. They are all kept.`,
  notStored: params("Couldn't store {name}. Remove it, then attach it again."),
  lost: params('{name} is no longer on this device. Remove it, then attach it again.'),
  cannotSee: params("{model} can't read images, so they won't be sent to it."),
  canSee: params('These models can: {models}.'),
  tooLong: params(
    'The files contain about {count} tokens, more than {model} can read ({limit}). Remove a file or choose another model.',
  ),
});

export const viewerTexts = texts('chat/fileViewer', {
  text: 'File text, as it is sent',
  table: 'File contents as a table',
  showText: 'Show the text as it is sent',
  showTable: 'Show as a table',
  showPages: 'Show the pages',
  moreRows: plural({
    one: '{count} more row is only in the text.',
    other: '{count} more rows are only in the text.',
  }),
  save: 'Save file',
  enlarge: 'Original size',
  fit: 'Fit to window',
});

export const draftFileTexts = texts('chat/draftFile', {
  earlier: 'Move earlier',
  later: 'Move later',
  sheets: 'Sheets to send',
  pages: {
    label: 'Pages to send',
    hint: params('For example: 1-3, 7. The file has {count} pages.'),
    none: params('Enter page numbers from 1 to {count}. At least one of the pages must contain text.'),
    apply: 'Use these pages',
  },
  slides: {
    label: 'Slides to send',
    hint: params('For example: 1-3, 7. The file has {count} slides.'),
    none: params('Enter slide numbers from 1 to {count}. At least one of the slides must contain text.'),
    apply: 'Use these slides',
  },
  tokens: plural({ one: 'About {count} token.', other: 'About {count} tokens.' }),
  note: 'Only your selection is sent to the model. The whole file is stored with your message.',
});

export const previewTexts = texts('chat/preview', {
  open: 'What will be sent',
  title: 'What will be sent',
  note: 'Nothing has been sent yet. The model will receive this message and as many earlier messages from this chat as fit.',
  to: params('{model} at {host}'),
  through: params('{model} at {host}, through {gateway}'),
  price: params('about {price}'),
  files: 'Files',
  text: 'Message text',
});

import { params, plural, texts } from '../../../lib/texts.ts';

export const fileTexts = texts('chat/files', {
  label: 'Attached files',
  remove: params('Remove {name}'),
  /** For screen readers, after a file was moved. */
  moved: params('{name} is now file {place} of {count}'),
  moveHint: 'Drag to move, or press Shift with an arrow key',
  open: params('Open {name}'),
  reading: 'Reading',
  progress: params('Reading, {done} of {of}'),
  read: plural({ one: '{count} file attached', other: '{count} files attached' }),
  /** By the file's unit. */
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
  tooMany: params('A message can have {count} files. Send this one in the next message.'),
  tooMuch: 'The images in a message can be 15 MB in total. Send this one in the next message.',
  unread: "The file couldn't be read. Choose it again.",
  failed: "The file couldn't be loaded. Check your connection, then try again.",
  gone: 'The file no longer exists.',
  notStored: params("{name} couldn't be stored. Remove it, then attach it again."),
  lost: params('{name} is no longer on this device. Remove it, then attach it again.'),
  cannotSee: params("{model} can't read images, so they won't be sent to it."),
  canSee: params('These models can: {models}.'),
  tooLong: params('The files have about {count} tokens, more than {model} reads at a time ({room}).'),
});

export const viewerTexts = texts('chat/fileViewer', {
  text: 'Text of the file, as it is sent',
  save: 'Save the file',
  enlarge: 'Original size',
  fit: 'Fit to window',
});

export const draftFileTexts = texts('chat/draftFile', {
  earlier: 'Move earlier',
  later: 'Move later',
  sheets: 'Sheets to send',
  pages: {
    label: 'Pages to send',
    hint: params('For example 1-3, 7. The file has {count} pages.'),
    none: params('Enter numbers of pages with text, from 1 to {count}.'),
    apply: 'Use these pages',
  },
  slides: {
    label: 'Slides to send',
    hint: params('For example 1-3, 7. The file has {count} slides.'),
    none: params('Enter numbers of slides with text, from 1 to {count}.'),
    apply: 'Use these slides',
  },
  note: 'The model gets only what you choose. The whole file is stored with your message.',
});

export const previewTexts = texts('chat/preview', {
  open: 'What will be sent',
  title: 'What will be sent',
  note: 'Nothing has left this device yet. The model gets this message and the earlier messages of this chat that fit.',
  to: params('{model}, at {host}'),
  through: params('{model}, at {host}, through {gateway}'),
  price: params('about {price}'),
  files: 'Files',
  text: 'Text of the message',
});

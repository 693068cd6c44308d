import { params, texts } from '../../../../../shared/texts.ts';

export const replyFileTexts = texts('chat/replyFiles', {
  from: 'From your files:',
  notIncluded: 'Not included, because verification failed:',
  notQuoted: params('Not found word for word in your files: “{quotation}”'),
  unchecked: "Quotations couldn't be checked, because a file was removed or failed verification.",
  notChecked: "Quotations couldn't be checked.",
  notLoaded: "Couldn't load the files used for this reply.",
  unverified: "Can't show the files used for this reply, because their list failed verification.",
  retry: 'Retry',
});

export const filesNoteTexts = texts('chat/filesNote', {
  open: 'With project files',
  title: "From the project's files",
  note: "Nothing has been sent yet. These parts of the project's files will be sent with your message. If you change the message, they may change too.",
  none: "No part of the project's files matches your message yet, so they won't be sent.",
  noRoom: "Your message and the instructions leave no room for the project's files, so they won't be sent.",
  failed: "Couldn't load the files. Check your connection, then try again.",
});

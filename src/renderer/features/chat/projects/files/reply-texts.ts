import { params, texts } from '../../../../../shared/texts.ts';

export const replyFileTexts = texts('chat/replyFiles', {
  from: 'From your files:',
  notIncluded: 'Not included, because verification failed:',
  notQuoted: params('Not found word for word in your files: “{quotation}”'),
  unchecked: "Quotations couldn't be checked, because a file was removed or failed verification.",
  notChecked: "Quotations couldn't be checked.",
  notLoaded: "The files that were used couldn't be loaded.",
  unverified: "The files that were used can't be shown, because their list failed verification.",
  retry: 'Retry',
});

export const filesNoteTexts = texts('chat/filesNote', {
  open: 'With project files',
  title: "From the project's files",
  note: "Nothing has been sent yet. These parts of the project's files will be sent with your message. They depend on its text.",
  none: "Nothing in the project's files fits your message yet, so nothing from them will be sent.",
  noRoom:
    "Your message and the instructions leave no room for the project's files, so nothing from them will be sent.",
  failed: "Couldn't load the files. Check your connection, then try again.",
});

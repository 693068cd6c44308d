import { brand } from '../../../../../shared/brand.ts';
import { params, plural, texts } from '../../../../../shared/texts.ts';
import type { Toast } from '../../../../lib/toast.ts';

const failed = (title: string, message: string) =>
  ({ title, message, variant: 'destructive' }) satisfies Toast;

export const projectFileTexts = texts('chat/projectFiles', {
  title: 'Files',
  about: `Chats in this project can use these files. ${brand} stores their text, not the files themselves.`,
  add: 'Add files',
  none: 'No files yet. Add documents, or drop them here.',
  needsConnection: 'You can add files once you are back online.',
  remove: params('Remove {name}'),
  removed: params('{name} removed'),
  notLoaded: "Couldn't load the files.",
  retry: 'Retry',
  image: "Images can't be added to a project. Attach them to a message instead.",
  notStored: "Couldn't store this file. Check your connection, then add it again.",
  projectGone: "This project no longer exists, so the file wasn't added.",
  text: 'File text',
  gone: 'This file is no longer in the project.',
});

export const tryQuestionTexts = texts('chat/tryQuestion', {
  open: 'Try a question',
  title: "Try a question on the project's files",
  question: 'Question',
  hint: 'Your files are searched on this device. Nothing is sent.',
  find: 'Find passages',
  passages: 'Passages',
  found: plural({
    one: '{count} passage found. It is sent with this question only if the files are too large to send in full.',
    other:
      '{count} passages found, best match first. They are sent with this question only if the files are too large to send in full.',
  }),
  none: 'No passages found. Ask with a distinctive word from the files. Words that are common or appear throughout the text are ignored.',
});

export const projectFileToasts = texts('chat/projectFileToasts', {
  removeFailed: failed("Couldn't remove the file", 'Check your connection, then try again.'),
  restoreFailed: failed("Couldn't restore the file", 'Add it again.'),
});

import { brand } from '../../../../../shared/brand.ts';
import { params, texts } from '../../../../../shared/texts.ts';
import type { Toast } from '../../../../lib/toast.ts';

const failed = (title: string, message: string) =>
  ({ title, message, variant: 'destructive' }) satisfies Toast;

export const projectFileTexts = texts('chat/projectFiles', {
  title: 'Files',
  about: `The chats of this project can use these files. ${brand} stores their text, not the files themselves.`,
  add: 'Add files',
  none: 'No files yet. Add documents, or drop them here.',
  remove: params('Remove {name}'),
  removed: params('{name} removed'),
  notLoaded: "Couldn't load the files.",
  retry: 'Retry',
  image: "Images can't be files of a project. Attach them to a message instead.",
  notStored: "Couldn't store this file. Check your connection, then add it again.",
  projectGone: 'This project no longer exists, so the file was not added.',
  text: 'File text',
  gone: 'This file is no longer in the project.',
});

export const projectFileToasts = texts('chat/projectFileToasts', {
  removeFailed: failed("Couldn't remove the file", 'Check your connection, then try again.'),
  restoreFailed: failed("Couldn't restore the file", 'Add it again.'),
});

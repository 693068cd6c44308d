import { brand } from '../../../../shared/brand.ts';
import { params, texts } from '../../../../shared/texts.ts';
import type { Toast } from '../../../lib/toast.ts';

const failed = (title: string) => ({ title, message: 'Try again.', variant: 'destructive' }) satisfies Toast;

export const memoryTexts = texts('account/memory', {
  use: {
    label: 'Remember facts about me',
    note: `Sends these facts to the model together with your messages, in chats that use your instructions. The model may suggest new ones below its replies: ${brand} remembers only those that you keep.`,
  },
  failed: "Couldn't save. Try again.",
  loading: 'Loading facts…',
  loadFailed: "Couldn't load your memory.",
  fromDevice: "Couldn't load your memory. These are the facts from your last visit.",
  list: 'Remembered facts',
  empty:
    'Nothing is remembered yet. Keep a suggestion below a reply, or choose Remember in the menu of a message.',
  source: 'Go to message',
  sourceOf: params('Go to message: {content}'),
  edit: 'Edit',
  editOf: params('Edit: {content}'),
  fact: 'Fact',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  deleteOf: params('Delete: {content}'),
  deleted: 'Fact deleted',
  changed: {
    title: 'This fact was changed on another device',
    message: 'Your text is still in the form. Save again to replace the other version.',
  } satisfies Toast,
  deletedElsewhere: {
    title: 'This fact was deleted on another device',
    message: 'Save your text as a new fact, or discard it.',
  },
  saveNew: 'Save as a new fact',
  discard: 'Discard',
  deleteFailed: failed("Couldn't delete the fact"),
  restoreFailed: failed("Couldn't restore the fact"),
  deleteAll: {
    open: 'Delete all',
    cancel: 'Cancel',
    confirm: 'Delete all facts',
    busy: 'Deleting…',
  },
  deleteAllWarning: "All remembered facts are deleted on all your devices. This can't be undone.",
  deleteAllFailed: "Couldn't delete your facts. Try again.",
});

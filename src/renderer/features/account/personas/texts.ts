import { params, plural, texts } from '../../../../shared/texts.ts';
import type { Toast } from '../../../lib/toast.ts';

export const personaTexts = texts('account/personas', {
  lead: "A persona gives a chat its instructions and model. Changing or deleting it doesn't affect existing chats.",
  loadFailed: "Couldn't load your personas.",
  list: 'Your personas',
  empty:
    'No personas yet. Create one here, or save one from a chat: open its parameters and choose Save as persona.',
  create: 'New persona',
  edit: 'Edit',
  editOf: params('Edit {name}'),
  exportOf: params('Export {name}'),
  export: 'Export',
  removeOf: params('Delete {name}'),
  remove: { open: 'Delete', cancel: 'Cancel', confirm: 'Delete persona', busy: 'Deleting…' },
  removeWarning: 'Chats with this persona keep its instructions.',
  removeFailed: "Couldn't delete the persona. Try again.",
  duplicate: 'Duplicate',
  duplicateOf: params('Duplicate {name}'),
  published: 'Personas for everyone',
  publishedNote: 'Your administrators publish these. Duplicate one to change it.',
  fromDevice: "Couldn't load your personas. These are the ones from your last visit.",
});

export const personaFormTexts = texts('account/personaForm', {
  newTitle: 'New persona',
  title: params('Edit {name}'),
  save: 'Save',
  busy: 'Saving…',
  cancel: 'Cancel',
  discard: 'Discard changes',
  saved: { title: 'Persona saved', variant: 'success' } satisfies Toast,
  failed: "Couldn't save the persona. Try again.",
  changed: {
    title: 'This persona was changed on another device',
    text: 'Your text is still in the form. Keep it, or use the other version.',
  },
  keep: 'Keep my version',
  useOther: 'Use the other version',
  gone: {
    title: 'This persona was deleted on another device',
    text: 'Your text is still in the form.',
  },
  keepAsNew: 'Save as a new persona',
});

export const personaTransferTexts = texts('account/personaTransfer', {
  imported: plural({ one: '{count} persona imported.', other: '{count} personas imported.' }),
  failed: "Couldn't import the personas. Nothing was saved. Try again.",
});

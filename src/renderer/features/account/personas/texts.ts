import { brand } from '../../../../shared/brand.ts';
import { params, plural, texts } from '../../../lib/texts.ts';
import type { Toast } from '../../../lib/toast.ts';

export const personaTexts = texts('account/personas', {
  lead: 'A persona starts a chat with its instructions and model. Chats keep them as they were, even if you change or delete the persona.',
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
  remove: { open: 'Delete', cancel: 'Cancel', confirm: 'Delete persona', busy: 'Deleting...' },
  removeWarning: 'Chats with this persona keep its instructions.',
  removeFailed: "Couldn't delete the persona. Try again.",
});

export const personaFormTexts = texts('account/personaForm', {
  newTitle: 'New persona',
  title: params('Edit {name}'),
  name: 'Name',
  nameMissing: 'Enter a name.',
  color: 'Color',
  colors: { green: 'Green', blue: 'Blue', purple: 'Purple', red: 'Red', yellow: 'Yellow', gray: 'Gray' },
  instructions: 'Instructions',
  instructionsHint: 'For example: You are a patient Latin teacher. Correct my mistakes.',
  model: 'Model',
  starters: 'Starter prompts',
  startersNote: 'Shown in a new chat with this persona. Up to four.',
  starter: params('Starter prompt {number}'),
  starterTooLong: params('Use at most {max} characters.'),
  parameters: params('Also sets: {names}.'),
  parameterNames: {
    temperature: 'temperature',
    topP: 'top-p',
    maxTokens: 'reply length',
    effort: 'thinking',
  },
  removeParameters: 'Use the defaults instead',
  save: 'Save',
  busy: 'Saving...',
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
  keepAsNew: 'Save it as a new persona',
});

export const personaFileTexts = texts('account/personaFile', {
  import: 'Import',
  exportAll: 'Export all',
  file: 'Persona file',
  note: `You can import personas from ${brand}, and character cards (JSON, versions 1 to 3) from other apps.`,
  fileName: 'clover-personas.json',
  imported: plural({ one: '{count} persona imported.', other: '{count} personas imported.' }),
  invalid: plural({
    one: '{count} persona in the file is not valid and was left out.',
    other: '{count} personas in the file are not valid and were left out.',
  }),
  cut: params("{name}'s instructions were too long and were shortened."),
  unknown: 'This file contains no personas or character cards. Choose a JSON file.',
  tooLarge: 'This file is larger than 2 MB. Choose a smaller one.',
  failed: "Couldn't import the personas. Nothing was saved. Try again.",
});

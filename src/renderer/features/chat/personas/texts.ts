import { params, texts } from '../../../../shared/texts.ts';
import type { Toast } from '../../../lib/toast.ts';

export const personaTexts = texts('chat/personas', {
  label: 'Persona',
  hint: "Fills in the persona's instructions, model and parameters.",
  none: 'None',
  gone: params('{name} (deleted)'),
  loadFailed: "Couldn't load your personas. Try again.",
  retry: 'Retry',
  title: 'Choose a persona',
  empty:
    'A persona gives a chat its instructions, model and starter prompts, for example as a tutor or an editor.',
  create: 'Create a persona',
  own: 'Your personas',
  published: 'For everyone',
  publishedName: params('{name} (for everyone)'),
  manage: 'Manage personas',
  noPersona: 'No persona',
  saveAs: 'Save as persona',
  newName: 'New persona',
  saved: {
    title: 'Persona saved',
    message: 'Change its name and starter prompts in Settings, under Personas.',
    variant: 'success',
  } satisfies Toast,
  failed: "Couldn't save the persona. Try again.",
});

import type { Toast } from '../../../lib/toast.ts';
import { brand } from '../../../../shared/brand.ts';
import { texts } from '../../../../shared/texts.ts';

export const instructionsTexts = texts('account/instructions', {
  lead: 'Sent to the model together with your messages, on all your devices.',
  about: {
    label: `What should ${brand} know about you?`,
    placeholder: "For example: I'm a nurse in Lyon. I write leaflets for patients.",
  },
  style: {
    label: 'How should it answer?',
    placeholder: 'For example: Short answers in French, without introductions.',
  },
  use: {
    label: 'Use in my chats',
    note: "You can change this for each chat in its parameters. Temporary chats don't use your instructions unless you turn them on there.",
  },
  preview: 'What the model receives',
  loadFailed: "Couldn't load your instructions.",
  save: 'Save',
  busy: 'Saving…',
  discard: 'Discard changes',
  unsaved: "Your changes aren't saved yet.",
  saved: { title: 'Instructions saved', variant: 'success' } satisfies Toast,
  refused: 'Your instructions',
  refusedProject: 'Instructions of a project',
  failed: "Couldn't save your instructions. Try again.",
  conflict: {
    title: 'Your instructions were changed on another device',
    text: 'Your text is still in the form. Keep it, or use the other version.',
    keep: 'Keep my version',
    other: 'Use the other version',
    empty: 'The other version is empty.',
  },
});

import { texts } from '../../../../shared/texts.ts';

export const outboxTexts = texts('chat/outbox', {
  failed: "Couldn't save the change. Try again.",
  chatGone: 'This chat no longer exists.',
  cancel: 'Discard unsaved changes',
  signOut: {
    title: 'Sign out and lose unsaved changes?',
    text: "Some changes aren't saved yet. Signing out deletes them from this device.",
    confirm: 'Sign out',
    cancel: 'Stay signed in',
  },
});

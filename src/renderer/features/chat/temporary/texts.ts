import { brand } from '../../../../shared/brand.ts';
import { texts } from '../../../../shared/texts.ts';

export const temporaryTexts = texts('chat/temporary', {
  begin: 'Temporary chat',
  beginNote: 'Nothing is saved',
  title: 'Temporary chat',
  landing: "This chat isn't saved",
  landingText: "It won't appear in your history or in search, and nothing stays on this device.",
  notice: `Temporary: ${brand} doesn't save this chat.`,
  vendorNote: 'The provider that answers has its own rules.',
  end: 'End chat',
  endQuestion: {
    title: 'End the temporary chat?',
    text: "It isn't saved and can't be restored.",
    confirm: 'End chat',
    cancel: 'Stay',
  },
  signOutQuestion: {
    title: 'Sign out and end the temporary chat?',
    text: "It isn't saved and can't be restored.",
    confirm: 'Sign out',
    cancel: 'Stay signed in',
  },
});

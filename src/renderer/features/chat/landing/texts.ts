import { guestDeletion } from '../../../lib/history-rules.ts';
import { texts } from '../../../../shared/texts.ts';

export const welcomeTexts = texts('chat/welcome', {
  examples: 'Examples',
  demo: 'Demo mode: replies are prewritten.',
  connect: 'Connect a provider',
  contactAdmin: 'An administrator can connect a provider.',
  privacy: "Administrators can't read your chats unless you allow it.",
  encrypted: 'Encrypted history is on: only you can read what is stored.',
  privacyLink: 'Where your data goes',
  upgrade: 'Upgrade',
  guests: guestDeletion,
  createAccount: 'Create account',
});

/** A click puts the example into the input, where the user can edit it. */
export const examplePrompts = texts('chat/examplePrompts', {
  all: [
    'Explain compound interest with an example',
    'Compare renting and buying a home in a table',
    'Write a friendly email that declines an invitation',
    'Plan a weekend in Lisbon on a small budget',
  ],
}).all;

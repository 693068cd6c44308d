import { plural, texts } from '../../../../shared/texts.ts';

export const chatCheckTexts = texts('chat/encrypted', {
  missing: plural({
    one: '{count} message of this chat is missing from what the service returned.',
    other: '{count} messages of this chat are missing from what the service returned.',
  }),
  older: 'The service returned an older state of this chat, or a changed one.',
  advice:
    'Reload the page. If this notice stays, another device that has shown this chat may still have all of it: disconnect it from the network before you open the chat there.',
  reload: 'Reload',
  accept: 'Use this state',
  acceptTitle: 'Use this state of the chat?',
  acceptText:
    "This device forgets what it knew about the chat, and deletes its copies of messages that the service doesn't return. Do this if you know the reason, for example a restored backup.",
  cancel: 'Cancel',
  notAccepted: 'This state could not be confirmed. Try again.',
});

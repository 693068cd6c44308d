import { plural, texts } from '../../../../shared/texts.ts';

export const chatCheckTexts = texts('chat/encrypted', {
  missing: plural({
    one: '{count} message of this chat is missing from what the service returned.',
    other: '{count} messages of this chat are missing from what the service returned.',
  }),
  older: 'The service returned an older or changed copy of this chat.',
  advice:
    'Reload the page. If this notice stays, another device on which you opened this chat may still have all of it. Disconnect that device from the network before you open the chat there.',
  reload: 'Reload',
  accept: 'Use this copy',
  acceptTitle: 'Use this copy of the chat?',
  acceptText:
    "This device will forget what it knew about the chat, and delete the messages that the service didn't return. Do this only if you know the reason, for example a restored backup.",
  cancel: 'Cancel',
  notAccepted: "Couldn't use this copy. Try again.",
});

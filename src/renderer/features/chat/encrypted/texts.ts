import { plural, texts } from '../../../../shared/texts.ts';

export const chatCheckTexts = texts('chat/encrypted', {
  missing: plural({
    one: '{count} message of this chat is missing from what the service returned.',
    other: '{count} messages of this chat are missing from what the service returned.',
  }),
  older: 'The service returned an older state of this chat, or a changed one.',
  advice:
    'Reload the page. If this line stays, open the chat on another device that has shown it, and export it there.',
  reload: 'Reload',
});

import { texts } from '../../../../../shared/texts.ts';

export const mentionMenuTexts = texts('chat/mentionMenu', {
  label: 'Personas and models for this message',
  own: 'Your personas',
  published: 'Personas for everyone',
  models: 'Models for this message',
  notLoaded: "Couldn't load your personas",
  retry: 'Retry',
});

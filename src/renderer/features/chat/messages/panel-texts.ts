import { texts } from '../../../../shared/texts.ts';

export const panelTexts = texts('chat/panel', {
  labels: { find: 'Find in chat', map: 'Message map' },
  words: { find: 'search words', map: 'table of contents overview jump' },
});

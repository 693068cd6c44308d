import { texts } from '../../../lib/texts.ts';

/** For the panels above a conversation. */
export const panelTexts = texts('chat/panel', {
  labels: { find: 'Find in conversation', map: 'Message map' },
  words: { find: 'search words', map: 'table of contents overview jump' },
});

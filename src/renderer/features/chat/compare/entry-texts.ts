import { texts } from '../../../lib/texts.ts';

/** Loaded with the chat, because the palette shows it. */
export const compareEntryTexts = texts('chat/compare-entry', {
  compare: 'Compare models…',
  replies: 'Compare replies',
  words: 'side by side several different versions',
});

import { texts } from '../../../../shared/texts.ts';

/** Separate, because the palette needs these texts before the comparison is loaded. */
export const compareEntryTexts = texts('chat/compare-entry', {
  compare: 'Compare models…',
  replies: 'Compare replies',
  words: 'side by side several different versions',
});

import { plural, texts } from '../../shared/texts.ts';

export const usageTexts = texts('lib/usage', {
  left: plural({ one: '{count} message left today', other: '{count} messages left today' }),
  unlimited: 'No daily limit',
});

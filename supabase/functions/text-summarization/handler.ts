import { textSummarizationSchema } from '../../../src/shared/quick-actions/contract.ts';
import { textQuickAction } from '../_shared/quick-action-text.ts';
import { summarizationPrompt } from './prompt.ts';

/** Characters as code points: an emoji counts once. */
const countCharacters = (text: string) => Array.from(text).length;

/**
 * `POST /functions/v1/text-summarization {text, length, format}` answers `{success, summary, originalLength,
 * summaryLength}`, the lengths in characters (QUICK-007).
 */
export const handler = textQuickAction({
  name: 'text-summarization',
  schema: textSummarizationSchema,
  temperature: 0.3,
  prompt: summarizationPrompt,
  reply: (summary, { text }) => ({
    summary,
    originalLength: countCharacters(text),
    summaryLength: countCharacters(summary),
  }),
});

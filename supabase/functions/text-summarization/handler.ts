import { textSummarizationSchema } from '../../../src/shared/quick-actions/contract.ts';
import { createTextQuickAction } from '../_shared/text-quick-action.ts';

const lengths = {
  short: 'two or three sentences',
  medium: 'about a fifth of the text, and no more than 200 words',
  long: 'about a third of the text, and no more than 600 words',
} as const;

const formats = {
  paragraph: 'Write continuous prose in paragraphs, without headings.',
  bullets: 'Write a list of points, each one sentence, the most important first.',
} as const;

/** Counts code points, so that an emoji counts once. */
const countCharacters = (text: string) => Array.from(text).length;

/**
 * `POST /functions/v1/text-summarization {text, length, format}` responds with `{success, summary, originalLength,
 * summaryLength}` (QUICK-007). The lengths are in characters.
 */
export const handler = createTextQuickAction({
  name: 'text-summarization',
  schema: textSummarizationSchema,
  temperature: 0.3,
  prompt: ({ text, length, format }) => ({
    instructions: `You summarize texts. Write in the language of the text.

Length: ${lengths[length]}; a text that is shorter than this stays shorter.
${formats[format]}
Keep what a reader would act on: who, what, when, how much, and what was left open. Keep names and figures as they are. Add nothing that the text does not say, and no opinion of yours. Answer with the summary alone, without a title or an introduction.`,
    material: { kind: 'text', text },
  }),
  reply: (summary, { text }) => ({
    summary,
    originalLength: countCharacters(text),
    summaryLength: countCharacters(summary),
  }),
});

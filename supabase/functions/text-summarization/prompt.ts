import type { TextSummarizationRequest } from '../../../src/shared/quick-actions/contract.ts';
import type { Prompt } from '../_shared/quick-action-prompt.ts';

const lengths = {
  short: 'two or three sentences',
  medium: 'about a fifth of the text, and no more than 200 words',
  long: 'about a third of the text, and no more than 600 words',
} as const;

const formats = {
  paragraph: 'Write continuous prose in paragraphs, without headings.',
  bullets: 'Write a list of points, each one sentence, the most important first.',
} as const;

/** QUICK-007 */
export const summarizationPrompt = ({ text, length, format }: TextSummarizationRequest): Prompt => ({
  instructions: `You summarize texts. Write in the language of the text.

Length: ${lengths[length]}; a text that is shorter than this stays shorter.
${formats[format]}
Keep what a reader would act on: who, what, when, how much, and what was left open. Keep names and figures as they are. Add nothing that the text does not say, and no opinion of yours. Answer with the summary alone, without a title or an introduction.`,
  material: { kind: 'text', text },
});

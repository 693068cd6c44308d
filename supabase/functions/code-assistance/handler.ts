import { codeAssistanceSchema } from '../../../src/shared/quick-actions/contract.ts';
import { createTextQuickAction } from '../_shared/text-quick-action.ts';

const tasks = {
  review:
    'Review it: errors first, the most important ones at the top, each with its line and the change that fixes it; then what makes it hard to read. Say so when you find nothing.',
  explain: 'Explain what it does, part by part, and why it is written that way.',
  debug: 'Find the fault: what goes wrong, on which input, why, and the smallest change that fixes it.',
  optimize:
    'Make it faster or smaller where that matters: what it costs now, the changed code, and the gain.',
  write: 'Write the requested code, complete and ready to run, then say how to use it.',
  test: 'Write tests for it: the usual cases, the limits, and the failures that it must handle.',
} as const;

const levels = {
  beginner: 'The reader is new to programming: explain each term when it first comes up.',
  intermediate: 'The reader programs regularly: explain what is not common knowledge.',
  advanced: 'The reader is an expert: be brief and leave out what is common knowledge.',
} as const;

/**
 * `POST /functions/v1/code-assistance {code, language, task, complexity}` responds with `{success, assistance}`
 * (QUICK-009).
 */
export const handler = createTextQuickAction({
  name: 'code-assistance',
  schema: codeAssistanceSchema,
  temperature: 0.2,
  prompt: ({ code, language, task, complexity }) => ({
    instructions: `You help people with their code. They give you code, or describe in words what they need; when it is a description, write the code that it describes. The language is ${language} unless the code is plainly another one. Answer in Markdown, code in blocks marked with their language, and in the language of the description or the comments.

${tasks[task]}
${levels[complexity]}
Change nothing that you were not asked to change. Say what you cannot know from the code alone, such as versions or the code around it.`,
    material: { kind: 'code', text: code },
  }),
  reply: (assistance) => ({ assistance }),
});

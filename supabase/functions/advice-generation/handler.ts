import { adviceGenerationSchema } from '../../../src/shared/quick-actions/contract.ts';
import { createTextQuickAction } from '../_shared/text-quick-action.ts';

const tones = {
  balanced: 'Weigh both sides evenly, warm and matter-of-fact.',
  direct: 'Say plainly what you would do and why.',
  encouraging: 'Be encouraging, without promising what you cannot know.',
  formal: 'Write formally.',
} as const;

const depths = {
  brief: 'Answer in one short paragraph.',
  standard: 'Answer in a few paragraphs: your advice, the reasons, the next step.',
  comprehensive:
    'Cover what matters about the situation, the options with the pros and cons of each, your recommendation, the next steps in order, and what would change your mind.',
} as const;

/** Added for fields in which a wrong answer can cause harm. */
const cautions = {
  general: '',
  career: '',
  education: '',
  relationships: '',
  technology: '',
  finance: ' Name the risks, and when a licensed adviser is needed.',
  health:
    ' Name the signs that require a doctor immediately. You cannot examine the user: make no diagnosis.',
  legal: ' The law differs by place: say which one you assume, and when a lawyer is needed.',
} as const;

/**
 * `POST /functions/v1/advice-generation {question, category, tone, depth}` responds with `{success, advice}`
 * (QUICK-010).
 */
export const handler = createTextQuickAction({
  name: 'advice-generation',
  schema: adviceGenerationSchema,
  temperature: 0.7,
  isOwnRequest: true,
  prompt: ({ question, category, tone, depth }) => ({
    instructions: `You give advice to people who describe what they have to decide${category === 'general' ? '' : `; this one is about ${category}`}. Answer in Markdown, in the language of the question.

${tones[tone]} ${depths[depth]}
Say what you assume where the question leaves something open.${cautions[category]}`,
    material: { kind: 'question', text: question },
  }),
  reply: (advice) => ({ advice }),
});

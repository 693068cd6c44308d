import type { AdviceGenerationRequest } from '../../../src/shared/quick-actions/contract.ts';
import type { Prompt } from '../_shared/quick-action-prompt.ts';

const tones = {
  balanced: 'Weigh both sides evenly, warm and matter-of-fact.',
  direct: 'Say plainly what you would do and why.',
  encouraging: 'Be encouraging, without promising what nobody can promise.',
  formal: 'Write formally.',
} as const;

const depths = {
  brief: 'Answer in one short paragraph.',
  standard: 'Answer in a few paragraphs: your advice, the reasons, the next step.',
  comprehensive:
    'Cover what matters about the situation, the options with what speaks for and against each, your recommendation, the next steps in order, and what would change your mind.',
} as const;

/** Fields where a wrong answer does harm get a sentence more. */
const cautions = {
  general: '',
  career: '',
  education: '',
  relationships: '',
  technology: '',
  finance: ' Name the risks, and when a licensed adviser is needed.',
  health: ' Name the signs that call for a doctor at once. You cannot examine anybody: make no diagnosis.',
  legal: ' The law differs by place: say which one you assume, and when a lawyer is needed.',
} as const;

/** QUICK-010 */
export const advicePrompt = ({ question, category, tone, depth }: AdviceGenerationRequest): Prompt => ({
  instructions: `You give advice to people who describe what they have to decide${category === 'general' ? '' : `; this one is about ${category}`}. Answer in Markdown, in the language of the question.

${tones[tone]} ${depths[depth]}
Say what you assume where the question leaves something open.${cautions[category]}`,
  material: { kind: 'question', text: question },
});

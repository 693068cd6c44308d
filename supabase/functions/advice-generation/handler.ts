import { adviceGenerationSchema } from '../../../src/shared/quick-actions/contract.ts';
import { textQuickAction } from '../_shared/quick-action-text.ts';
import { advicePrompt } from './prompt.ts';

/** `POST /functions/v1/advice-generation {question, category, tone, depth}` answers `{success, advice}` (QUICK-010). */
export const handler = textQuickAction({
  name: 'advice-generation',
  schema: adviceGenerationSchema,
  temperature: 0.7,
  isOwnRequest: true,
  prompt: advicePrompt,
  reply: (advice) => ({ advice }),
});

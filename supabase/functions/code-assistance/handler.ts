import { codeAssistanceSchema } from '../../../src/shared/quick-actions/contract.ts';
import { textQuickAction } from '../_shared/quick-action-text.ts';
import { codePrompt } from './prompt.ts';

/** `POST /functions/v1/code-assistance {code, language, task, complexity}` answers `{success, assistance}` (QUICK-009). */
export const handler = textQuickAction({
  name: 'code-assistance',
  schema: codeAssistanceSchema,
  temperature: 0.2,
  prompt: codePrompt,
  reply: (assistance) => ({ assistance }),
});

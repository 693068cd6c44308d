import { texts } from '../../../lib/texts.ts';

export const savePromptTexts = texts('chat/savePrompt', {
  save: 'Save as prompt',
  saveInput: 'Save input as prompt',
});

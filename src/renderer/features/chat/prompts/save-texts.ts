import { texts } from '../../../../shared/texts.ts';

export const savePromptTexts = texts('chat/savePrompt', {
  save: 'Save as prompt',
  saveInput: 'Save input as prompt',
});

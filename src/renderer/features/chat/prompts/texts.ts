import { texts } from '../../../../shared/texts.ts';

export const insertPromptTexts = texts('chat/insertPrompt', {
  note: 'Press Enter to insert the prompt, or Shift+Enter for a new line. If you leave a field empty, its placeholder stays in the text.',
  insert: 'Insert',
});

import { texts } from '../../../../shared/texts.ts';

export const insertPromptTexts = texts('chat/insertPrompt', {
  note: 'Press Enter to insert, or Shift+Enter for a new line. An empty field keeps its placeholder.',
  insert: 'Insert',
});

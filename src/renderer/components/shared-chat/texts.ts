import { params, plural, texts } from '../../../shared/texts.ts';

export const sharedChatTexts = texts('components/sharedChat', {
  user: 'User',
  assistant: 'Assistant',
  by: params('Reply by {model}'),
  reasoning: 'Thinking',
  omitted: plural({ one: '{count} file not shared', other: '{count} files not shared' }),
});

import { brand } from '../../../../shared/brand.ts';
import { params, texts } from '../../../../shared/texts.ts';
import type { Toast } from '../../../lib/toast.ts';

export const memoryTexts = texts('chat/memory', {
  title: 'Remember a fact',
  fact: 'Fact',
  note: `${brand} sends this fact to the model in your chats. See all facts in Settings, under Instructions.`,
  save: 'Save',
  cancel: 'Cancel',
  kept: 'Fact saved',
  failed: { title: "Couldn't save the fact", message: 'Try again.', variant: 'destructive' } satisfies Toast,
  undoFailed: {
    title: "Couldn't delete the fact",
    message: 'Try again.',
    variant: 'destructive',
  } satisfies Toast,
  suggestions: 'Suggested facts',
  question: params('Remember "{fact}"?'),
  keep: 'Keep',
  keepOf: params('Keep: {fact}'),
  dismiss: 'Dismiss',
  dismissOf: params('Dismiss: {fact}'),
});

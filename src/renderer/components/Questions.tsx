import { useSyncExternalStore } from 'react';
import { askedQuestion, onQuestion } from '../lib/question.ts';
import { QuestionDialog } from './dialog/QuestionDialog.tsx';

/** Renders the questions of lib/question.ts. */
export function Questions() {
  const asked = useSyncExternalStore(onQuestion, askedQuestion, () => null);
  return asked && <QuestionDialog {...asked} />;
}

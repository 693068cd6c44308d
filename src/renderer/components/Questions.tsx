import { useSyncExternalStore } from 'react';
import { openQuestion, onQuestion } from '../lib/question.ts';
import { QuestionDialog } from './dialog/QuestionDialog.tsx';

/** Renders the questions of lib/question.ts. */
export function Questions() {
  const question = useSyncExternalStore(onQuestion, openQuestion, () => null);
  return question && <QuestionDialog {...question} />;
}

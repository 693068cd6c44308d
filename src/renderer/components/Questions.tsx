import { lazy, Suspense, useSyncExternalStore } from 'react';
import { askedQuestion, onQuestion } from '../lib/question.ts';

const QuestionDialog = lazy(async () => ({
  default: (await import('./dialog/QuestionDialog.tsx')).QuestionDialog,
}));

/** The place of the questions of lib/question.ts. What draws them is fetched with the first one. */
export function Questions() {
  const asked = useSyncExternalStore(onQuestion, askedQuestion, () => null);
  return (
    asked && (
      <Suspense>
        <QuestionDialog {...asked} />
      </Suspense>
    )
  );
}

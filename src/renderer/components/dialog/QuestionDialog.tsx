import { useId } from 'react';
import type { OpenQuestion } from '../../lib/question.ts';
import { Button } from '../Button.tsx';
import { DialogActions } from './DialogActions.tsx';
import { PlainDialog } from './PlainDialog.tsx';
import styles from './QuestionDialog.module.css';

/** A confirmation. Escape cancels. */
export function QuestionDialog({ question, answer }: OpenQuestion) {
  const textId = useId();
  return (
    <PlainDialog title={question.title} describedBy={textId} onCancel={() => answer(false)}>
      <p id={textId} className={styles.text}>
        {question.text}
      </p>
      <DialogActions>
        <Button look="outlined" onClick={() => answer(false)}>
          {question.cancel}
        </Button>
        <Button onClick={() => answer(true)}>{question.confirm}</Button>
      </DialogActions>
    </PlainDialog>
  );
}

import { useId, useSyncExternalStore } from 'react';
import { onQuestion, type OpenQuestion, openQuestion } from '../lib/confirmation.ts';
import { Button, ButtonLink } from './Button.tsx';
import { DialogActions } from './dialog/DialogActions.tsx';
import { PlainDialog } from './dialog/PlainDialog.tsx';
import styles from './dialog/QuestionDialog.module.css';

export function Questions() {
  const question = useSyncExternalStore(onQuestion, openQuestion, () => null);
  return question && <QuestionDialog {...question} />;
}

/** Escape cancels. */
export function QuestionDialog({ question, answer }: OpenQuestion) {
  const textId = useId();
  const { alternative } = question;
  return (
    <PlainDialog title={question.title} describedBy={textId} onCancel={() => answer(false)}>
      <p id={textId} className={styles.text}>
        {question.text}
      </p>
      <DialogActions>
        <Button look="outlined" onClick={() => answer(false)}>
          {question.cancel}
        </Button>
        <Button
          look={alternative ? 'outlined' : 'filled'}
          data-danger={question.isDangerous || undefined}
          onClick={() => answer(true)}
        >
          {question.confirm}
        </Button>
        {alternative && (
          <ButtonLink to={alternative.path} onClick={() => answer(false)}>
            {alternative.label}
          </ButtonLink>
        )}
      </DialogActions>
    </PlainDialog>
  );
}

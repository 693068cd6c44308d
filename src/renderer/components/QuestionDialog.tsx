import { useEffect, useId, useRef } from 'react';
import type { AskedQuestion } from '../lib/question.ts';
import { Button } from './Button.tsx';
import styles from './QuestionDialog.module.css';

/** A question before something is lost. Escape is "no"; the browser's own dialog keeps the focus inside. */
export function QuestionDialog({ question, answer }: AskedQuestion) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {question.title}
      </h2>
      <p id={textId} className={styles.text}>
        {question.text}
      </p>
      <div className={styles.actions}>
        <Button look="outlined" onClick={() => answer(false)}>
          {question.cancel}
        </Button>
        <Button onClick={() => answer(true)}>{question.confirm}</Button>
      </div>
    </dialog>
  );
}

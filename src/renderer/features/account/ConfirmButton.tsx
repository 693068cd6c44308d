import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/Button.tsx';
import styles from './account.module.css';
import forms from './forms.module.css';
import { FormError } from './SubmitForm.tsx';

interface ConfirmButtonProps {
  readonly texts: {
    readonly open: string;
    readonly cancel: string;
    readonly confirm: string;
    readonly busy: string;
  };
  /** For screen readers, if the button's text is unclear on its own. */
  readonly label?: string;
  /** Rejects if the action fails. */
  readonly onConfirm: () => Promise<unknown>;
  readonly failure: string | null;
  readonly children: ReactNode;
}

/**
 * Asks for a confirmation inline. Opening moves the focus to Cancel, and canceling returns the focus to the
 * button. After a failure the focus stays on Confirm. After success it moves to the section's heading.
 */
export function ConfirmButton({ texts, label, onConfirm, failure, children }: ConfirmButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const toggle = (next: boolean) => {
    flushSync(() => {
      setIsOpen(next);
      setHasFailed(false);
    });
    (next ? cancel : opener).current?.focus();
  };
  const act = async () => {
    const section = confirm.current?.closest('section');
    setIsBusy(true);
    try {
      await onConfirm();
      flushSync(() => setIsOpen(false));
      section?.querySelector('h3')?.focus();
    } catch {
      setHasFailed(true);
    } finally {
      flushSync(() => setIsBusy(false));
      confirm.current?.focus();
    }
  };
  if (!isOpen)
    return (
      <div>
        <Button ref={opener} size="small" look="outlined" aria-label={label} onClick={() => toggle(true)}>
          {texts.open}
        </Button>
      </div>
    );
  return (
    <div className={styles.question}>
      <p>{children}</p>
      <div className={forms.actions}>
        <Button ref={cancel} size="small" look="outlined" disabled={isBusy} onClick={() => toggle(false)}>
          {texts.cancel}
        </Button>
        <Button ref={confirm} size="small" disabled={isBusy} onClick={() => void act()}>
          {isBusy ? texts.busy : texts.confirm}
        </Button>
      </div>
      {hasFailed && failure && <FormError>{failure}</FormError>}
    </div>
  );
}

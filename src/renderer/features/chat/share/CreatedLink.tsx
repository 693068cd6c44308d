import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { CopyButton } from '../../../components/markdown/CopyButton.tsx';
import { locale } from '../../../lib/locale.ts';
import styles from './ShareDialog.module.css';
import { shareDialogTexts } from './texts.ts';

export interface CreatedShare {
  readonly url: string;
  readonly days: number | null;
  readonly hasPassword: boolean;
  readonly audience: 'members' | 'everyone';
}

interface CreatedLinkProps {
  readonly share: CreatedShare;
  readonly onClose: () => void;
}

/** Shows the new link once. Only this component's state contains its key. */
export function CreatedLink({ share: { url, days, hasPassword, audience }, onClose }: CreatedLinkProps) {
  const texts = shareDialogTexts.created;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className={styles.form}>
      <div className={styles.link}>
        <label htmlFor={id} className="visually-hidden">
          {texts.link}
        </label>
        <input id={id} ref={field} readOnly dir="ltr" value={url} onFocus={({ target }) => target.select()} />
        <CopyButton className={styles.copy} text={url} label={texts.copy} success={texts.copied} isLabeled />
      </div>
      <p>{texts.once}</p>
      <ul className={styles.facts}>
        <li>{shareDialogTexts.audience[audience]}</li>
        <li>{days === null ? texts.endless : texts.expires({ day: lastDay(days) })}</li>
        {hasPassword && <li>{texts.password}</li>}
        {isLoopback(url) && <li>{texts.loopback}</li>}
        <li>{texts.manage}</li>
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{texts.done}</Button>
      </DialogActions>
    </div>
  );
}

const lastDay = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString(locale(), { dateStyle: 'long' });

const isLoopback = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

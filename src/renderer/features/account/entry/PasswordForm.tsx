import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import card from '../EntryCard.module.css';
import { field } from '../form-field.ts';
import { SectionError } from '../Section.tsx';
import { shortestPassword } from '../password-rule.ts';
import { newPasswordTexts as texts } from './texts.ts';
import { useNewPassword } from './use-new-password.ts';

interface PasswordFormProps {
  /** True where there is nothing else to do on the page. */
  readonly isWholePage?: boolean;
  readonly onSaved?: () => void;
}

/** A new password; when the session is not fresh, also the code that the service then mails. */
export function PasswordForm({ isWholePage = false, onSaved }: PasswordFormProps) {
  const { needsCode, isBusy, fault, save } = useNewPassword();
  const [password, setPassword] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = field(new FormData(event.currentTarget), 'nonce');
    if (!(await save(password, code))) return;
    setPassword('');
    showToast(texts.saved);
    onSaved?.();
  };
  return (
    <form className={card.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.label}
        name="new-password"
        type="password"
        autoComplete="new-password"
        required
        minLength={shortestPassword}
        hint={texts.hint}
        value={password}
        readOnly={isBusy}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {needsCode && (
        <TextField
          label={texts.code}
          name="nonce"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={12}
          hint={texts.codeLead}
        />
      )}
      {fault && <SectionError>{fault}</SectionError>}
      <div>
        <Button type="submit" size={isWholePage ? 'large' : 'regular'} isWide={isWholePage} disabled={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
      </div>
    </form>
  );
}

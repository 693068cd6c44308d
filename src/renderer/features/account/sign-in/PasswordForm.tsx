import { useState } from 'react';
import { TextField } from '../../../components/TextField.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { readRefusal } from '../auth-failure.ts';
import { minPasswordLength } from '../NewAccountFields.tsx';
import { cleanCode, field, SubmitForm } from '../SubmitForm.tsx';
import { MailboxNote, useDeliveryTexts } from './mail-delivery.tsx';
import { newPasswordTexts as texts } from './texts.ts';

/** Error codes for a session that is too old to change the password. */
const codeRequiredErrors: ReadonlySet<unknown> = new Set(['reauthentication_needed', 'reauth_nonce_missing']);

interface PasswordFormProps {
  readonly isPage?: boolean;
  readonly onSaved?: () => void;
}

/** If the session is too old, the service emails a code that the form then requires [AUTH-014]. */
export function PasswordForm({ isPage = false, onSaved }: PasswordFormProps) {
  const delivery = useDeliveryTexts();
  const [needsCode, setNeedsCode] = useState(false);
  const save = async (data: FormData, form: HTMLFormElement) => {
    const { auth } = await getSupabase();
    const nonce = cleanCode(field(data, 'nonce'));
    const { error } = await auth.updateUser({
      password: field(data, 'new-password'),
      ...(nonce && { nonce }),
    });
    if (error) {
      if (!codeRequiredErrors.has(readRefusal(error)?.code)) throw error;
      const reauthentication = await auth.reauthenticate();
      if (reauthentication.error) throw reauthentication.error;
      setNeedsCode(true);
      return;
    }
    setNeedsCode(false);
    form.reset();
    showToast(texts.saved);
    onSaved?.();
  };
  return (
    <SubmitForm texts={texts} onSubmit={save} {...(isPage && { size: 'large' })}>
      <TextField
        label={texts.label}
        name="new-password"
        type="password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        hint={texts.hint}
      />
      {needsCode && (
        <>
          <TextField
            label={texts.code}
            name="nonce"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={12}
            hint={delivery.passwordCode}
          />
          <MailboxNote />
        </>
      )}
    </SubmitForm>
  );
}

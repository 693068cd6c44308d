import { TextField } from '../../../components/TextField.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { cleanCode, field, SubmitForm } from '../SubmitForm.tsx';
import { profileTexts as texts } from '../texts.ts';

/** Asks for the code from one of the two emails that confirm an email change. */
export function EmailCode({ email }: { readonly email: string }) {
  const submit = async (data: FormData) => {
    const { auth } = await getSupabase();
    const token = cleanCode(field(data, 'code'));
    const { data: answer, error } = await auth.verifyOtp({ email, token, type: 'email_change' });
    if (error) throw error;
    // Only the second code opens a new session.
    showToast(answer.session ? texts.changed : texts.half);
    await auth.refreshSession();
  };
  return (
    <SubmitForm texts={texts.codeForm} size="small" look="outlined" onSubmit={submit}>
      <TextField
        label={texts.codeOf({ email })}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={12}
      />
    </SubmitForm>
  );
}

import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { useSignOut } from '../../../lib/use-sign-out.ts';
import { cleanCode, field, SubmitForm } from '../SubmitForm.tsx';
import { SignInCard } from './SignInCard.tsx';
import { secondFactorTexts as texts, signInTexts } from './texts.ts';

/** Asks for the code of two-step sign-in. The surrounding page navigates once the code is accepted. */
export function SecondFactor() {
  const signOut = useSignOut();
  const submit = async (data: FormData, form: HTMLFormElement) => {
    const code = cleanCode(field(data, 'code'));
    if (!/^\d{6}$/.test(code)) return texts.missing;
    try {
      await confirmSecondFactor(code);
    } catch (error) {
      form.querySelector('input')?.select();
      throw error;
    }
    showToast(signInTexts.done);
  };
  return (
    <SignInCard title={texts.title} lead={texts.lead}>
      <SubmitForm
        texts={texts}
        size="large"
        isChecked={false}
        onSubmit={submit}
        buttons={() =>
          signOut && (
            <Button look="plain" isWide onClick={() => void signOut()}>
              {texts.leave}
            </Button>
          )
        }
      >
        <TextField
          label={texts.label}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
        />
      </SubmitForm>
    </SignInCard>
  );
}

/** Users may have several authenticator apps, and the code may come from any of them. */
async function confirmSecondFactor(code: string): Promise<void> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  let refusal: Error = new Error(texts.unavailable);
  for (const { id } of data.totp) {
    // oxlint-disable-next-line no-await-in-loop -- try the next app only if the code is not from this one
    const answer = await auth.mfa.challengeAndVerify({ factorId: id, code });
    if (!answer.error) return;
    refusal = answer.error;
  }
  throw refusal;
}

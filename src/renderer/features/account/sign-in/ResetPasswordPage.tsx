import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AwaitSession } from '../../../components/AwaitSession.tsx';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { paths, signInPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { useSignOut } from '../../../lib/use-sign-out.ts';
import { field, SubmitForm } from '../SubmitForm.tsx';
import { CodeCard } from './CodeCard.tsx';
import { useDeliveryTexts } from './mail-delivery.tsx';
import { sendRecoveryEmail } from './emails.ts';
import { useRedirectTarget } from './navigation-state.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import styles from './sign-in.module.css';
import { SignInCard } from './SignInCard.tsx';
import { mailFormTexts, newPasswordTexts, resetTexts as texts } from './texts.ts';

/** The emailed link or code opens a session, in which the user chooses a new password. */
export function ResetPasswordPage() {
  const { status, requirement } = useSession();
  if (status === 'loading') return <AwaitSession />;
  if (requirement === 'second-factor') return <SecondFactor />;
  return status === 'signed-out' ? <ResetForm /> : <NewPassword isForced={requirement === 'new-password'} />;
}

function ResetForm() {
  const { redirectTo } = useRedirectTarget(paths.chat);
  const { resetLead } = useDeliveryTexts();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const submit = async (data: FormData) => {
    const email = field(data, 'email').trim();
    await sendRecoveryEmail(email, redirectTo);
    setMailedTo(email);
  };
  if (mailedTo !== null)
    return (
      <CodeCard purpose="recovery" email={mailedTo} target={redirectTo} onBack={() => setMailedTo(null)} />
    );
  return (
    <SignInCard title={texts.title} lead={resetLead}>
      <SubmitForm texts={mailFormTexts} size="large" onSubmit={submit}>
        <TextField label={texts.email} name="email" type="email" autoComplete="username" required />
      </SubmitForm>
      <p className={styles.note}>
        <Link to={signInPath(redirectTo)}>{texts.signIn}</Link>
      </p>
    </SignInCard>
  );
}

function NewPassword({ isForced }: { readonly isForced: boolean }) {
  const { target } = useRedirectTarget(paths.chat);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { refreshAccess } = useSession();
  const leave = async () => {
    // Until the session's requirement is cleared, every other page redirects here.
    if (isForced) await refreshAccess();
    void navigate(target, { replace: true });
  };
  return (
    <SignInCard
      title={newPasswordTexts.title}
      lead={isForced ? newPasswordTexts.forced : newPasswordTexts.lead}
    >
      <PasswordForm isPage onSaved={() => void leave()} />
      {signOut && (
        <Button look="plain" onClick={() => void signOut()}>
          {newPasswordTexts.leave}
        </Button>
      )}
    </SignInCard>
  );
}

import { type FormEvent, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { AwaitSession } from '../../../components/AwaitSession.tsx';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { demoPath, paths, signInPath } from '../../../lib/paths.ts';
import { planFacts } from '../../../lib/plan-texts.ts';
import { useSession } from '../../../lib/session.tsx';
import { useStarterPlan } from '../../../lib/starter-plan.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import forms from '../forms.module.css';
import { readRefusal } from '../auth-failure.ts';
import { NewAccountFields, readNewAccount } from '../NewAccountFields.tsx';
import { GuestUpgradeForm } from '../profile/GuestUpgradeForm.tsx';
import { callbackUrl } from './emails.ts';
import { unconfirmedEmailState, useRedirectTarget } from './navigation-state.ts';
import styles from './sign-in.module.css';
import { SignInCard } from './SignInCard.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { guestUpgradeTexts, signUpTexts as texts } from './texts.ts';

/** Minimum time (ms) that the button stays busy [ACCT-014, ACCT-018]. */
const signUpDelay = 1_500;

/** Creates an account, then opens `redirectTo` [ACCT-001, ACCT-008..018]. */
export function SignUpPage() {
  const { status, user } = useSession();
  const { target, redirectTo } = useRedirectTarget(paths.home);
  if (status === 'restricted') return <Navigate to={signInPath(redirectTo)} replace />;
  if (status === 'loading') return <AwaitSession />;
  if (!user?.isAnonymous) return <SignUpForm />;
  // A guest's session becomes the account, so that the guest's chats stay [ACCT-035].
  return (
    <SignInCard title={texts.title} lead={guestUpgradeTexts.lead}>
      <GuestUpgradeForm target={target} />
    </SignInCard>
  );
}

function SignUpForm() {
  const { status } = useSession();
  const { target, redirectTo } = useRedirectTarget(paths.home);
  const navigate = useNavigate();
  const plan = useStarterPlan();
  const [isBusy, setBusy] = useState(false);

  const submit = async (account: ReturnType<typeof readNewAccount>) => {
    setBusy(true);
    try {
      const delay = new Promise((resolve) => setTimeout(resolve, signUpDelay));
      const [hasSession] = await Promise.all([signUp(account, redirectTo), delay]);
      showToast({ ...texts.done, variant: 'success' });
      if (hasSession) void navigate(target, { replace: true });
      else
        void navigate(signInPath(redirectTo), { replace: true, state: unconfirmedEmailState(account.email) });
    } catch (error) {
      const message = readRefusal(error)?.message ?? texts.failed.message;
      showToast({ ...texts.failed, message, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(readNewAccount(new FormData(event.currentTarget)));
  };

  // While the button is busy, `submit` opens the next page.
  if (status === 'signed-in' && !isBusy) return <Navigate to={target} replace />;
  return (
    <SignInCard title={texts.title} lead={texts.lead({ messages: planFacts.messages(plan) })}>
      <form className={forms.form} onSubmit={onSubmit}>
        <NewAccountFields />
        <Button type="submit" size="large" isWide disabled={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
        <ButtonLink to={demoPath} look="outlined" size="large" isWide>
          {texts.tryDemo}
        </ButtonLink>
      </form>
      <SocialButtons target={redirectTo} />
      <p className={styles.note}>
        {texts.hasAccount} <Link to={signInPath(redirectTo)}>{texts.signIn}</Link>
      </p>
    </SignInCard>
  );
}

/**
 * Returns true if a session is open, false if the email must be confirmed first. Throws the service's error.
 */
async function signUp(
  { name, email, password }: ReturnType<typeof readNewAccount>,
  target: string | undefined,
): Promise<boolean> {
  const { auth } = await getSupabase();
  const options = { data: { name }, emailRedirectTo: callbackUrl(target) };
  const { data, error } = await auth.signUp({ email, password, options });
  if (error) throw error;
  if (!data.session && !data.user?.id) throw new Error('The service created no account.');
  return data.session !== null;
}

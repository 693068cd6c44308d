import { type FormEvent, useEffect } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { AwaitSession } from '../../components/AwaitSession.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { demoPath, paths, signInPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';
import { usePage } from '../../lib/use-page.ts';
import { EntryCard } from './EntryCard.tsx';
import card from './EntryCard.module.css';
import { SocialButtons } from './entry/SocialButtons.tsx';
import { NewAccountFields, readNewAccount } from './NewAccountFields.tsx';
import { GuestUpgradeForm } from './profile/GuestUpgrade.tsx';
import { upgradeTexts } from './profile/texts.ts';
import { signUpTexts as texts } from './texts.ts';
import { unconfirmedState } from './unconfirmed.ts';
import { useRedirectTarget } from './use-redirect-target.ts';
import { useSignUp } from './use-sign-up.ts';

/** Sign-up: a real account, then on to `redirectTo` [ACCT-001, ACCT-008..018]. */
export function SignUpPage() {
  const { status, user } = useSession();
  const { given } = useRedirectTarget(paths.home);
  if (status === 'held') return <Navigate to={signInPath(given)} replace />;
  if (status === 'loading') return <AwaitSession />;
  return user?.isAnonymous ? <GuestSignUp /> : <SignUpForm />;
}

/** A guest keeps their session: it becomes the account, and with it their chats [ACCT-035]. */
function GuestSignUp() {
  const heading = usePage(texts.title);
  const { target } = useRedirectTarget(paths.home);
  return (
    <EntryCard heading={heading} title={texts.title} lead={upgradeTexts.lead}>
      <GuestUpgradeForm target={target} />
    </EntryCard>
  );
}

function SignUpForm() {
  const heading = usePage(texts.title);
  const { status } = useSession();
  const { target, given } = useRedirectTarget(paths.home);
  const navigate = useNavigate();
  const { isBusy, submit } = useSignUp(given, (result, email) => {
    if (result === 'created') void navigate(target, { replace: true });
    else void navigate(signInPath(given), { replace: true, state: unconfirmedState(email) });
  });
  useEffect(() => void getSupabase().catch(() => {}), []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(readNewAccount(event.currentTarget));
  };

  // The session opens before the busy time is over: the form itself leads on then.
  if (status === 'signed-in' && !isBusy) return <Navigate to={target} replace />;
  return (
    <EntryCard heading={heading} title={texts.title} lead={texts.lead}>
      <form className={card.form} onSubmit={onSubmit}>
        <NewAccountFields />
        <Button type="submit" size="large" isWide disabled={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
        <ButtonLink to={demoPath} look="outlined" size="large" isWide>
          {texts.tryDemo}
        </ButtonLink>
      </form>
      <SocialButtons target={given} />
      <p className={card.other}>
        {texts.hasAccount} <Link to={signInPath(given)}>{texts.signIn}</Link>
      </p>
    </EntryCard>
  );
}

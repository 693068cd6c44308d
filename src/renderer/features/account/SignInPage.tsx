import { type FormEvent, useEffect, useRef } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { AwaitSession } from '../../components/AwaitSession.tsx';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { paths, signUpPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';
import { usePage } from '../../lib/use-page.ts';
import { DemoEntry } from './DemoEntry.tsx';
import { EntryCard } from './EntryCard.tsx';
import card from './EntryCard.module.css';
import { field } from './form-field.ts';
import { signInTexts as texts } from './texts.ts';
import { useDemo } from './use-demo.ts';
import { useRedirectTarget } from './use-redirect-target.ts';
import { useSignIn } from './use-sign-in.ts';

/** Sign-in. Whoever is signed in, before or by now, is led on [ACCT-002, ACCT-026, ACCT-027]. */
export function SignInPage() {
  const { status } = useSession();
  const { target } = useRedirectTarget(paths.chat);
  if (status === 'signed-in') return <Navigate to={target} replace />;
  return status === 'loading' ? <AwaitSession /> : <SignInForm />;
}

function SignInForm() {
  const heading = usePage(texts.title);
  const { given } = useRedirectTarget(paths.chat);
  const demo = useDemo();
  const signIn = useSignIn(demo.start);
  const isBusy = signIn.isBusy || demo.isBusy;
  useDemoByAddress(demo.start);
  // Fetched while the person types, so that pressing the button waits for the service alone.
  useEffect(() => void getSupabase().catch(() => {}), []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void signIn.submit({ email: field(form, 'email').trim(), password: field(form, 'password') });
  };

  return (
    <EntryCard heading={heading} title={texts.title} lead={texts.lead}>
      <form className={card.form} onSubmit={onSubmit}>
        <TextField label={texts.email} name="email" type="email" autoComplete="username" required />
        <TextField
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" size="large" isWide disabled={isBusy}>
          {signIn.isBusy ? texts.busy : texts.submit}
        </Button>
      </form>
      <p className={card.other}>
        {texts.noAccount} <Link to={signUpPath(given)}>{texts.signUp}</Link>
      </p>
      <DemoEntry isBusy={isBusy} onStart={() => void demo.start()} />
    </EntryCard>
  );
}

/** `?demo=true` starts the demo by itself, once [ACCT-003, ACCT-032]. */
function useDemoByAddress(start: () => Promise<void>): void {
  const [parameters] = useSearchParams();
  const isAsked = parameters.get('demo') === 'true';
  const isStarted = useRef(false);
  useEffect(() => {
    if (!isAsked || isStarted.current) return;
    isStarted.current = true;
    void start();
  }, [isAsked, start]);
}

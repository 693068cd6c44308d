import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { AwaitSession } from '../../components/AwaitSession.tsx';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { paths, resetPasswordPath, signUpPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';
import { usePage } from '../../lib/use-page.ts';
import { DemoEntry } from './DemoEntry.tsx';
import { EntryCard } from './EntryCard.tsx';
import card from './EntryCard.module.css';
import { ConfirmMailed, LinkMailed } from './entry/Mailed.tsx';
import { SecondFactor } from './entry/SecondFactor.tsx';
import { SocialButtons } from './entry/SocialButtons.tsx';
import { linkSignInTexts } from './entry/texts.ts';
import { useMailSignIn } from './entry/use-mail-sign-in.ts';
import { field } from './form-field.ts';
import { SectionError } from './Section.tsx';
import { signInTexts as texts } from './texts.ts';
import { unconfirmedIn } from './unconfirmed.ts';
import { useDemo } from './use-demo.ts';
import { useRedirectTarget } from './use-redirect-target.ts';
import { useSignIn } from './use-sign-in.ts';

/** Sign-in. Whoever is signed in, before or by now, is led on [ACCT-002, ACCT-026, ACCT-027]. */
export function SignInPage() {
  const { status, hold } = useSession();
  const { target } = useRedirectTarget(paths.chat);
  if (status === 'signed-in') return <Navigate to={target} replace />;
  if (hold === 'new-password') return <Navigate to={resetPasswordPath(target)} replace />;
  if (hold) return <SecondFactor />;
  return status === 'loading' ? <AwaitSession /> : <SignInForms />;
}

/** The form, or what follows a mail that it had sent. */
function SignInForms() {
  const { given } = useRedirectTarget(paths.chat);
  const { state } = useLocation();
  const [unconfirmed, setUnconfirmed] = useState(() => unconfirmedIn(state));
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  if (unconfirmed !== null)
    return <ConfirmMailed email={unconfirmed} target={given} onBack={() => setUnconfirmed(null)} />;
  if (mailedTo !== null)
    return <LinkMailed email={mailedTo} target={given} onBack={() => setMailedTo(null)} />;
  return <SignInForm onUnconfirmed={setUnconfirmed} onMailed={setMailedTo} />;
}

interface SignInFormProps {
  readonly onUnconfirmed: (email: string) => void;
  readonly onMailed: (email: string) => void;
}

function SignInForm({ onUnconfirmed, onMailed }: SignInFormProps) {
  const heading = usePage(texts.title);
  const { given } = useRedirectTarget(paths.chat);
  const [byMail, setByMail] = useState(false);
  const demo = useDemo();
  const signIn = useSignIn(demo.start, onUnconfirmed);
  const mail = useMailSignIn(given, onMailed);
  const isBusy = signIn.isBusy || demo.isBusy || mail.isBusy;
  useDemoByAddress(demo.start);
  // Fetched while the person types, so that pressing the button waits for the service alone.
  useEffect(() => void getSupabase().catch(() => {}), []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = field(form, 'email').trim();
    if (byMail) void mail.send(email);
    else void signIn.submit({ email, password: field(form, 'password') });
  };
  const ways = byMail ? linkSignInTexts : texts;

  return (
    <EntryCard heading={heading} title={texts.title} lead={byMail ? linkSignInTexts.lead : texts.lead}>
      <form className={card.form} onSubmit={onSubmit}>
        <TextField label={texts.email} name="email" type="email" autoComplete="username" required />
        {!byMail && (
          <TextField
            label={texts.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        )}
        {byMail && mail.fault && <SectionError>{mail.fault}</SectionError>}
        <Button type="submit" size="large" isWide disabled={isBusy}>
          {(byMail ? mail.isBusy : signIn.isBusy) ? ways.busy : ways.submit}
        </Button>
        <div className={card.row}>
          <Button look="plain" size="small" onClick={() => setByMail(!byMail)}>
            {byMail ? linkSignInTexts.close : linkSignInTexts.open}
          </Button>
          <Link to={resetPasswordPath(given)}>{linkSignInTexts.forgot}</Link>
        </div>
      </form>
      <SocialButtons target={given} />
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

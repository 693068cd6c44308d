import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { AwaitSession } from '../../../components/AwaitSession.tsx';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { platform } from '../../../platform/index.ts';
import type { AppConfig } from '../../../platform/platform.ts';
import { paths, resetPasswordPath, signUpPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { useConfig } from '../../../lib/use-config.ts';
import forms from '../forms.module.css';
import { field, FormError } from '../SubmitForm.tsx';
import { useAction } from '../use-action.ts';
import { CodeCard } from './CodeCard.tsx';
import { DemoEntry } from './DemoEntry.tsx';
import { useDeliveryTexts } from './mail-delivery.tsx';
import { sendSignInEmail } from './emails.ts';
import { readUnconfirmedEmail, useRedirectTarget } from './navigation-state.ts';
import { SecondFactor } from './SecondFactor.tsx';
import styles from './sign-in.module.css';
import { SignInCard } from './SignInCard.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { demoTexts, mailFormTexts, signInTexts as texts } from './texts.ts';
import { useDemo } from './use-demo.ts';
import { useSignIn } from './use-sign-in.ts';

/** Redirects as soon as the user is signed in [ACCT-002, ACCT-026, ACCT-027]. */
export function SignInPage() {
  const { status, requirement } = useSession();
  const { target } = useRedirectTarget(paths.chat);
  if (status === 'signed-in') return <Navigate to={target} replace />;
  if (requirement === 'new-password') return <Navigate to={resetPasswordPath(target)} replace />;
  if (requirement) return <SecondFactor />;
  return status === 'loading' ? <AwaitSession /> : <SignInForms />;
}

function SignInForms() {
  const { redirectTo } = useRedirectTarget(paths.chat);
  const { state } = useLocation();
  const config = useConfig();
  const [unconfirmed, setUnconfirmed] = useState(() => readUnconfirmedEmail(state));
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  if (unconfirmed !== null)
    return (
      <CodeCard
        purpose="signup"
        email={unconfirmed}
        target={redirectTo}
        onBack={() => setUnconfirmed(null)}
      />
    );
  if (mailedTo !== null)
    return <CodeCard purpose="email" email={mailedTo} target={redirectTo} onBack={() => setMailedTo(null)} />;
  const isForChat = redirectTo?.split('?')[0] === paths.chat;
  // The configuration decides which form comes first. Until it is known, no form is shown, because a visible form must
  // not move.
  if (isForChat && config === undefined) return <AwaitSession />;
  return (
    <SignInForm
      config={config}
      isGuestFirst={isForChat && Boolean(config?.demo)}
      onUnconfirmed={setUnconfirmed}
      onMailed={setMailedTo}
    />
  );
}

interface SignInFormProps {
  readonly config: AppConfig | null | undefined;
  /** True if the visitor wants to chat and can use the demo, which needs no account. */
  readonly isGuestFirst: boolean;
  readonly onUnconfirmed: (email: string) => void;
  readonly onMailed: (email: string) => void;
}

function SignInForm({ config, isGuestFirst, onUnconfirmed, onMailed }: SignInFormProps) {
  const { redirectTo } = useRedirectTarget(paths.chat);
  const { signInLead } = useDeliveryTexts();
  const [byEmail, setByEmail] = useState(false);
  const demo = useDemo();
  const signIn = useSignIn(demo.start, onUnconfirmed);
  const mail = useAction();
  const isWrong = signIn.isWrong && !byEmail;
  // The password field reports a wrong email or password.
  const failure = byEmail ? mail.failure : isWrong ? null : signIn.failure;
  const form = useFocusOnError(isWrong);
  const isBusy = signIn.isBusy || demo.isBusy || mail.isBusy;
  const demoEntry = (
    <DemoEntry config={config} isBusy={isBusy} isMain={isGuestFirst} onStart={() => void demo.start()} />
  );
  useDemoFromUrl(demo.start);

  const sendMail = async (email: string) => {
    const { demo: account } = await platform.loadConfig();
    if (account?.email.toLowerCase() === email.toLowerCase()) return demoTexts.noEmail;
    await sendSignInEmail(email, redirectTo);
    onMailed(email);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const email = field(data, 'email').trim();
    if (byEmail) void mail.run(() => sendMail(email));
    else void signIn.submit({ email, password: field(data, 'password') });
  };
  const button = byEmail ? mailFormTexts : texts;

  return (
    <SignInCard title={texts.title} lead={byEmail ? signInLead : isGuestFirst ? texts.guestLead : texts.lead}>
      {isGuestFirst && demoEntry}
      <form ref={form} className={forms.form} onSubmit={onSubmit} onChange={signIn.forgetFailure}>
        <TextField
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          isWrong={isWrong}
        />
        {!byEmail && (
          <TextField
            label={texts.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={isWrong ? (signIn.failure ?? undefined) : undefined}
          />
        )}
        {failure && <FormError>{failure}</FormError>}
        <Button
          type="submit"
          look={isGuestFirst ? 'outlined' : 'filled'}
          size="large"
          isWide
          disabled={isBusy}
        >
          {mail.isBusy || signIn.isBusy ? button.busy : button.submit}
        </Button>
        <div className={styles.row}>
          <Button look="plain" size="small" onClick={() => setByEmail(!byEmail)}>
            {byEmail ? texts.byPassword : texts.byEmail}
          </Button>
          <Link to={resetPasswordPath(redirectTo)}>{texts.forgot}</Link>
        </div>
      </form>
      <SocialButtons target={redirectTo} />
      <p className={styles.note}>
        {texts.noAccount} <Link to={signUpPath(redirectTo)}>{texts.signUp}</Link>
      </p>
      {!isGuestFirst && demoEntry}
    </SignInCard>
  );
}

/** Selects the password after a wrong email or password, so that typing replaces it. */
function useFocusOnError(isWrong: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isWrong) return;
    const password = form.current?.elements.namedItem('password');
    if (password instanceof HTMLInputElement) password.select();
  }, [isWrong]);
  return form;
}

/** `?demo=true` starts the demo automatically, once [ACCT-003, ACCT-032]. */
function useDemoFromUrl(start: () => Promise<void>): void {
  const [parameters] = useSearchParams();
  const isDemo = parameters.get('demo') === 'true';
  const isStarted = useRef(false);
  useEffect(() => {
    if (!isDemo || isStarted.current) return;
    isStarted.current = true;
    void start();
  }, [isDemo, start]);
}

import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AwaitSession } from '../../components/AwaitSession.tsx';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { paths, signInPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { usePage } from '../../lib/use-page.ts';
import { useSignOut } from '../../lib/use-sign-out.ts';
import { sentenceOfAuth } from './auth-failure.ts';
import { EntryCard } from './EntryCard.tsx';
import card from './EntryCard.module.css';
import { mailRecovery } from './entry/mails.ts';
import { RecoveryMailed } from './entry/Mailed.tsx';
import { PasswordForm } from './entry/PasswordForm.tsx';
import { SecondFactor } from './entry/SecondFactor.tsx';
import { newPasswordTexts, recoveryTexts as texts } from './entry/texts.ts';
import { field } from './form-field.ts';
import { SectionError } from './Section.tsx';
import { useRedirectTarget } from './use-redirect-target.ts';

/** Recovery: a mail is asked for, its link or code opens a session, and that chooses a new password. */
export function ResetPasswordPage() {
  const { status, hold } = useSession();
  if (status === 'loading') return <AwaitSession />;
  if (hold === 'second-factor') return <SecondFactor />;
  return status === 'signed-out' ? <Recovery /> : <NewPassword isForced={hold === 'new-password'} />;
}

function Recovery() {
  const { given } = useRedirectTarget(paths.chat);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  return mailedTo === null ? (
    <RecoveryForm target={given} onMailed={setMailedTo} />
  ) : (
    <RecoveryMailed email={mailedTo} target={given} onBack={() => setMailedTo(null)} />
  );
}

interface RecoveryFormProps {
  readonly target: string | undefined;
  readonly onMailed: (email: string) => void;
}

function RecoveryForm({ target, onMailed }: RecoveryFormProps) {
  const heading = usePage(texts.title);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = field(new FormData(event.currentTarget), 'email').trim();
    setBusy(true);
    setFault(null);
    try {
      await mailRecovery(email, target);
      onMailed(email);
    } catch (error) {
      setFault(sentenceOfAuth(error));
      setBusy(false);
    }
  };
  return (
    <EntryCard heading={heading} title={texts.title} lead={texts.lead}>
      <form className={card.form} onSubmit={(event) => void submit(event)}>
        <TextField label={texts.email} name="email" type="email" autoComplete="username" required />
        {fault && <SectionError>{fault}</SectionError>}
        <Button type="submit" size="large" isWide disabled={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
      </form>
      <p className={card.other}>
        <Link to={signInPath(target)}>{texts.signIn}</Link>
      </p>
    </EntryCard>
  );
}

function NewPassword({ isForced }: { readonly isForced: boolean }) {
  const heading = usePage(newPasswordTexts.title);
  const { target } = useRedirectTarget(paths.chat);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { refreshEntitlements } = useSession();
  const leadOn = async () => {
    // Until the session is known to owe nothing, every other page leads back here.
    if (isForced) await refreshEntitlements();
    void navigate(target, { replace: true });
  };
  return (
    <EntryCard
      heading={heading}
      title={newPasswordTexts.title}
      lead={isForced ? newPasswordTexts.forced : newPasswordTexts.lead}
    >
      <PasswordForm isWholePage onSaved={() => void leadOn()} />
      {signOut && (
        <Button look="plain" onClick={() => void signOut()}>
          {newPasswordTexts.leave}
        </Button>
      )}
    </EntryCard>
  );
}

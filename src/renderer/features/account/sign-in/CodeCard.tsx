import { useEffect, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import { cleanCode, field, FormError, SubmitForm } from '../SubmitForm.tsx';
import { useAction } from '../use-action.ts';
import { MailboxNote, useDeliveryTexts } from './mail-delivery.tsx';
import { redeemCode, sendConfirmationEmail, sendRecoveryEmail, sendSignInEmail } from './emails.ts';
import { SignInCard } from './SignInCard.tsx';
import { codeTexts as texts, signInTexts } from './texts.ts';

/** Milliseconds. The service sends a recipient at most one email per minute. */
const resendDelay = 60_000;

const purposes = {
  email: { send: sendSignInEmail, done: () => signInTexts.done },
  signup: { send: sendConfirmationEmail, done: () => texts.confirmed },
  recovery: { send: sendRecoveryEmail, done: null },
} as const;

interface CodeCardProps {
  readonly purpose: keyof typeof purposes;
  readonly email: string;
  readonly target: string | undefined;
  readonly onBack: () => void;
}

export function CodeCard({ purpose, email, target, onBack }: CodeCardProps) {
  const delivery = useDeliveryTexts();
  const { send, done } = purposes[purpose];
  const isSignUp = purpose === 'signup';
  const submit = async (data: FormData) => {
    const code = cleanCode(field(data, 'code'));
    if (code === '') return texts.missing;
    await redeemCode(purpose, email, code);
    if (done) showToast(done());
  };
  return (
    <SignInCard
      title={isSignUp ? texts.confirmTitle : delivery.title}
      lead={isSignUp ? delivery.confirmLead({ email }) : delivery.lead({ email })}
    >
      <MailboxNote />
      <SubmitForm texts={texts} size="large" isChecked={false} onSubmit={submit}>
        <TextField
          label={texts.label}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          hint={texts.hint}
        />
      </SubmitForm>
      <ResendButton onResend={() => send(email, target)} />
      <Button look="outlined" isWide onClick={onBack}>
        {texts.back}
      </Button>
    </SignInCard>
  );
}

/** The button is disabled until the service accepts the next request. */
function ResendButton({ onResend }: { readonly onResend: () => Promise<void> }) {
  const { again } = useDeliveryTexts();
  const { isBusy, failure, run } = useAction();
  const [isWaiting, setWaiting] = useState(true);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setWaiting(false), resendDelay);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const resend = async () => {
    await onResend();
    showToast(again);
    setWaiting(true);
  };
  return (
    <>
      {failure && <FormError>{failure}</FormError>}
      <Button look="plain" disabled={isWaiting || isBusy} onClick={() => void run(resend)}>
        {isBusy ? texts.sending : texts.again}
      </Button>
    </>
  );
}

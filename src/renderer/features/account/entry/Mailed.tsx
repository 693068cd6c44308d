import type { ReactNode } from 'react';
import { Button } from '../../../components/Button.tsx';
import { showToast } from '../../../lib/toast.ts';
import { usePage } from '../../../lib/use-page.ts';
import { EntryCard } from '../EntryCard.tsx';
import { CodeForm, type CodeFormProps } from './CodeForm.tsx';
import { mailConfirmation, mailRecovery, mailSignIn, redeemCode } from './mails.ts';
import { mailedTexts as texts } from './texts.ts';

interface MailedProps {
  readonly email: string;
  /** Where the mailed link leads on to. */
  readonly target: string | undefined;
  readonly onBack: () => void;
}

/** After a mail with a link and a code to sign in with. */
export function LinkMailed({ email, target, onBack }: MailedProps) {
  return (
    <Mailed
      title={texts.linkTitle}
      lead={texts.linkLead(email)}
      onBack={onBack}
      onCode={async (code) => {
        await redeemCode('email', email, code);
        showToast(texts.done);
      }}
      onResend={() => mailSignIn(email, target)}
    />
  );
}

/** After sign-up, while the address is still to be confirmed. */
export function ConfirmMailed({ email, target, onBack }: MailedProps) {
  return (
    <Mailed
      title={texts.confirmTitle}
      lead={texts.confirmLead(email)}
      onBack={onBack}
      onCode={async (code) => {
        await redeemCode('signup', email, code);
        showToast(texts.confirmed);
      }}
      onResend={() => mailConfirmation(email, target)}
    />
  );
}

/** After a mail to choose a new password with. */
export function RecoveryMailed({ email, target, onBack }: MailedProps) {
  return (
    <Mailed
      title={texts.linkTitle}
      lead={texts.linkLead(email)}
      onBack={onBack}
      onCode={(code) => redeemCode('recovery', email, code)}
      onResend={() => mailRecovery(email, target)}
    />
  );
}

interface SheetProps extends CodeFormProps {
  readonly title: string;
  readonly lead: string;
  readonly onBack: () => void;
}

function Mailed({ title, lead, onBack, ...form }: SheetProps): ReactNode {
  const heading = usePage(title);
  return (
    <EntryCard heading={heading} title={title} lead={lead}>
      <CodeForm {...form} />
      <div>
        <Button look="outlined" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </EntryCard>
  );
}

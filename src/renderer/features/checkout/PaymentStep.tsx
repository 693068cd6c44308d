import { useRef, useState } from 'react';
import { subscriptionSchema } from '../../../shared/billing/subscription.ts';
import type { Billing } from '../../../shared/domain/plans.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { invoke, InvokeError, failureMessage } from '../../lib/invoke.ts';
import { useSession } from '../../lib/session.tsx';
import { formatCard } from './card-format.ts';
import styles from './Checkout.module.css';
import { paymentTexts as texts } from './texts.ts';
import { useFormFields } from './use-fields.ts';
import { type PaymentCard, checkCard } from './validation.ts';

const emptyCard: PaymentCard = { cardNumber: '', expiryDate: '', cvv: '' };

interface PaymentStepProps {
  readonly billing: Billing;
  readonly isOff: boolean;
  readonly onPaid: () => void;
}

/** The payment is simulated, and the card stays in this component [CHECKOUT-019..024, CHECKOUT-030]. */
export function PaymentStep({ isOff, ...rest }: PaymentStepProps) {
  if (!isOff) return <CardForm {...rest} />;
  return (
    <div className={styles.notice} role="note">
      <strong>{texts.offTitle}</strong>
      <p>{texts.off}</p>
    </div>
  );
}

function CardForm({ billing, onPaid }: Omit<PaymentStepProps, 'isOff'>) {
  const { form, bind, submitTo } = useFormFields(
    emptyCard,
    (card) => checkCard(card, new Date()),
    formatCard,
  );
  const { isBusy, failure, subscribe } = useSubscribe(billing, onPaid);
  const { fields, placeholders } = texts;
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={submitTo(() => void subscribe())}
    >
      <div className={styles.notice} role="note">
        <strong>{texts.simulated}</strong>
        <p>{texts.simulatedMore}</p>
      </div>
      <TextField
        {...bind('cardNumber')}
        label={fields.cardNumber}
        placeholder={placeholders.cardNumber}
        inputMode="numeric"
        autoComplete="cc-number"
        disabled={isBusy}
      />
      <div className={styles.pair}>
        <TextField
          {...bind('expiryDate')}
          label={fields.expiryDate}
          placeholder={placeholders.expiryDate}
          autoComplete="cc-exp"
          disabled={isBusy}
        />
        <TextField
          {...bind('cvv')}
          label={fields.cvv}
          placeholder={placeholders.cvv}
          inputMode="numeric"
          autoComplete="cc-csc"
          disabled={isBusy}
        />
      </div>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure.message} {failure.isRefusal ? texts.failed : texts.uncertain}
        </p>
      )}
      <Button type="submit" size="large" isWide disabled={isBusy}>
        {isBusy ? texts.busy : texts.submit}
      </Button>
    </form>
  );
}

/** Minimum duration of the simulated payment (ms) [CHECKOUT-029]. */
const paymentDelay = 2_000;

interface SubscribeFailure {
  readonly message: string;
  /** False if the response was lost. The service may have recorded the plan. */
  readonly isRefusal: boolean;
}

/** Card data is not sent [CHECKOUT-031]. */
function useSubscribe(billing: Billing, onDone: () => void) {
  const { refreshAccess } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SubscribeFailure | null>(null);
  const isRunning = useRef(false);

  const subscribe = async () => {
    // The user may click again before the button is disabled.
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const request = invoke('billing/subscribe', { billing }, subscriptionSchema);
      // A failure takes as long as a success, so that "Processing..." doesn't flash.
      const delay = new Promise((resolve) => setTimeout(resolve, paymentDelay));
      await Promise.all([Promise.allSettled([request]), delay]);
      await request;
      await refreshAccess();
      onDone();
    } catch (error) {
      const isRefusal = error instanceof InvokeError && !['unreachable', 'unreadable'].includes(error.code);
      setFailure({ message: failureMessage(error), isRefusal });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, failure, subscribe };
}

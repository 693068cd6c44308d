import type { Billing } from '../../../shared/domain/plans.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import styles from './Checkout.module.css';
import type { PaymentsMode } from './payments-mode.ts';
import { paymentTexts as texts } from './texts.ts';
import { useFields } from './use-fields.ts';
import { useSubscribe } from './use-subscribe.ts';
import { type Card, checkCard } from './validation.ts';

const noCard: Card = { cardNumber: '', expiryDate: '', cvv: '' };

export interface PaymentStepProps {
  readonly billing: Billing;
  readonly mode: PaymentsMode | null;
  readonly onPaid: () => void;
}

/** The simulated payment. What is typed lives in this component and goes nowhere [CHECKOUT-019..024, CHECKOUT-030]. */
export function PaymentStep({ mode, ...rest }: PaymentStepProps) {
  if (mode !== 'off') return <CardForm {...rest} />;
  return (
    <div className={styles.notice} role="note">
      <strong>{texts.offTitle}</strong>
      <p>{texts.off}</p>
    </div>
  );
}

function CardForm({ billing, onPaid }: Omit<PaymentStepProps, 'mode'>) {
  const { form, bind, submitTo } = useFields(noCard, (card) => checkCard(card, new Date()));
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
          {failure.sentence} {failure.isRefusal ? texts.failed : texts.uncertain}
        </p>
      )}
      <Button type="submit" size="large" isWide disabled={isBusy}>
        {isBusy ? texts.busy : texts.submit}
      </Button>
    </form>
  );
}

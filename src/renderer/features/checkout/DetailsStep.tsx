import type { Tier } from '../../../shared/domain/plans.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import styles from './Checkout.module.css';
import { detailsTexts as texts, paymentTexts } from './texts.ts';
import { useFormFields } from './use-fields.ts';
import { checkDetails, type CheckoutDetails } from './validation.ts';

interface DetailsStepProps {
  readonly tier: Tier;
  readonly details: CheckoutDetails;
  /** True if payments are unavailable. Shown in the first step, so that users don't fill in the form first. */
  readonly isOff: boolean;
  readonly onSubmit: (details: CheckoutDetails) => void;
}

/** [CHECKOUT-009..018, CHECKOUT-025..028] */
export function DetailsStep({ tier, details, isOff, onSubmit }: DetailsStepProps) {
  const { form, bind, submitTo } = useFormFields(details, checkDetails);
  const { fields, notices } = texts;
  const notice =
    isOff && tier === 'professional'
      ? { title: paymentTexts.offTitle, text: paymentTexts.off }
      : notices[tier];
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submitTo(onSubmit)}>
      <div className={styles.notice} role="note">
        <strong>{notice.title}</strong>
        <p>{notice.text}</p>
      </div>
      <TextField {...bind('name')} label={fields.name} autoComplete="name" />
      <TextField
        {...bind('email')}
        label={fields.email}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <TextField {...bind('address')} label={fields.address} autoComplete="address-line1" />
      <div className={styles.pair}>
        <TextField {...bind('city')} label={fields.city} autoComplete="address-level2" />
        <TextField {...bind('zipCode')} label={fields.zipCode} autoComplete="postal-code" />
      </div>
      <TextField {...bind('country')} label={fields.country} autoComplete="country-name" />
      <Button type="submit" size="large" isWide>
        {texts.submit[tier]}
      </Button>
    </form>
  );
}

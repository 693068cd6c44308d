import type { Tier } from '../../../shared/domain/plans.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import styles from './Checkout.module.css';
import { detailsTexts as texts } from './texts.ts';
import { useFormFields } from './use-fields.ts';
import { checkDetails, type CheckoutDetails } from './validation.ts';

interface DetailsStepProps {
  readonly tier: Tier;
  readonly details: CheckoutDetails;
  readonly onSubmit: (details: CheckoutDetails) => void;
}

/** [CHECKOUT-009..018, CHECKOUT-025..028] */
export function DetailsStep({ tier, details, onSubmit }: DetailsStepProps) {
  const { form, bind, submitTo } = useFormFields(details, checkDetails);
  const { fields } = texts;
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submitTo(onSubmit)}>
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
      <TextField
        {...bind('country')}
        label={fields.country}
        autoComplete="country-name"
        hint={texts.notStored}
      />
      <Button type="submit" size="large" isWide>
        {texts.submit[tier]}
      </Button>
    </form>
  );
}

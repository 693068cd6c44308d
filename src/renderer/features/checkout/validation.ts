import { detailsTexts, paymentTexts } from './texts.ts';

/** The fields of the first step [CHECKOUT-011]. */
export interface CheckoutDetails {
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly zipCode: string;
  readonly country: string;
}

/** The fields of the second step, which stay in its form [CHECKOUT-011, CHECKOUT-030]. */
export interface PaymentCard {
  readonly cardNumber: string;
  readonly expiryDate: string;
  readonly cvv: string;
}

export type FieldErrors<Fields> = Partial<Record<keyof Fields, string>>;

/** One @ between two parts without spaces. The second part contains a dot. */
const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

const isBlank = (value: string) => value.trim() === '';

/** Removes undefined values, so that a missing key means no error. */
function removeUndefined<Fields>(
  errors: Partial<Record<keyof Fields, string | undefined>>,
): FieldErrors<Fields> {
  return Object.fromEntries(
    Object.entries(errors).filter(([, message]) => message !== undefined),
  ) as FieldErrors<Fields>;
}

/** [CHECKOUT-012..018] */
export function checkDetails(details: CheckoutDetails): FieldErrors<CheckoutDetails> {
  const { errors } = detailsTexts;
  const missing = (field: keyof CheckoutDetails) => (isBlank(details[field]) ? errors[field] : undefined);
  return removeUndefined<CheckoutDetails>({
    name: missing('name'),
    email: missing('email') ?? (emailForm.test(details.email.trim()) ? undefined : errors.emailForm),
    address: missing('address'),
    city: missing('city'),
    zipCode: missing('zipCode'),
    country: missing('country'),
  });
}

/** Cards are valid until the last day of the month. */
function isPast(month: number, year: number, now: Date): boolean {
  return year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);
}

function checkExpiry(value: string, now: Date): string | undefined {
  const { errors } = paymentTexts;
  if (isBlank(value)) return errors.expiryDate;
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(value.trim()) ?? [];
  if (month === undefined || year === undefined) return errors.expiryDateForm;
  return isPast(Number(month), 2000 + Number(year), now) ? errors.expiryDateForm : undefined;
}

/** Spaces in the number are ignored [CHECKOUT-019..024]. */
export function checkCard({ cardNumber, expiryDate, cvv }: PaymentCard, now: Date): FieldErrors<PaymentCard> {
  const { errors } = paymentTexts;
  return removeUndefined<PaymentCard>({
    cardNumber: isBlank(cardNumber)
      ? errors.cardNumber
      : /^\d{16}$/.test(cardNumber.replaceAll(/\s/g, ''))
        ? undefined
        : errors.cardNumberForm,
    expiryDate: checkExpiry(expiryDate, now),
    cvv: isBlank(cvv) ? errors.cvv : /^\d{3,4}$/.test(cvv.trim()) ? undefined : errors.cvvForm,
  });
}

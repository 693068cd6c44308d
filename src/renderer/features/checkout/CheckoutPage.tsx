import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Billing, readBilling, readTier, type Tier } from '../../../shared/domain/plans.ts';
import { Button } from '../../components/Button.tsx';
import { checkoutPath, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { useStarterPlan } from '../../lib/starter-plan.ts';
import { usePage } from '../../lib/use-page.ts';
import styles from './Checkout.module.css';
import { ConfirmationStep } from './ConfirmationStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { usePaymentsMode } from './payments-mode.ts';
import { GuestStep } from './GuestStep.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import { StepList } from './StepList.tsx';
import {
  checkoutTexts as texts,
  confirmationTexts,
  detailsTexts,
  guestTexts,
  paymentTexts,
} from './texts.ts';
import { useStep } from './use-step.ts';
import type { Details } from './validation.ts';

/** The checkout of the plan that the address names [CHECKOUT-002, CHECKOUT-003]. */
export function CheckoutPage() {
  const [parameters] = useSearchParams();
  const tier = readTier(parameters.get('tier')) ?? 'starter';
  const billing = readBilling(parameters.get('billing'));
  // Another plan begins at the first step.
  return <Checkout key={`${tier} ${billing}`} tier={tier} billing={billing} />;
}

/** Details, payment, confirmation [CHECKOUT-004..008]. The plan itself is recorded by the service. */
function Checkout({ tier, billing }: { readonly tier: Tier; readonly billing: Billing }) {
  const pageHeading = usePage(texts.title);
  const { user } = useSession();
  const navigate = useNavigate();
  // A guest's plan cannot be changed: they hear it before they type anything.
  const isGuest = user?.isAnonymous === true;
  const { step, go } = useStep();
  const mode = usePaymentsMode();
  const starter = useStarterPlan();
  const [details, setDetails] = useState<Details>(() => ({
    name: user?.name ?? '',
    email: user?.email ?? '',
    address: '',
    city: '',
    zipCode: '',
    country: '',
  }));

  const stepHeading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    stepHeading.current?.focus();
  }, [step]);

  const headings = {
    details: detailsTexts.title,
    payment: paymentTexts.title,
    confirmation: confirmationTexts.title[tier],
  };
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <Button
          look="plain"
          onClick={() => (step === 'details' ? void navigate(paths.pricing) : go('details'))}
        >
          ← {texts.back}
        </Button>
        <h1 ref={pageHeading} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
        <StepList current={step} hasPayment={tier === 'professional'} />
      </div>
      <div className={styles.columns}>
        <section className={styles.step} aria-labelledby="checkout-step">
          <h2 id="checkout-step" ref={stepHeading} tabIndex={-1} className={styles.heading}>
            {isGuest ? guestTexts.title : headings[step]}
          </h2>
          {isGuest && <GuestStep target={checkoutPath(tier, billing)} />}
          {!isGuest && step === 'details' && (
            <DetailsStep
              tier={tier}
              details={details}
              onSubmit={(given) => {
                setDetails(given);
                go(tier === 'starter' ? 'confirmation' : 'payment');
              }}
            />
          )}
          {!isGuest && step === 'payment' && (
            // In place of the payment: going back from here must not lead to a form that would pay again.
            <PaymentStep billing={billing} mode={mode} onPaid={() => go('confirmation', { replace: true })} />
          )}
          {!isGuest && step === 'confirmation' && <ConfirmationStep tier={tier} starter={starter} />}
        </section>
        <PlanSummary tier={tier} billing={billing} starter={starter} />
      </div>
    </div>
  );
}

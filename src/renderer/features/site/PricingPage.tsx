import { ButtonLink } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { paths, signInPath, signUpPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import styles from './PricingPage.module.css';
import { pricingTexts as texts } from './texts.ts';

type Tier = (typeof texts.plans)[number]['tier'];

/** The two plans and the way to each [A §4, pricing routing]. */
export function PricingPage() {
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ul className={styles.plans}>
        {texts.plans.map((plan) => (
          <li key={plan.tier} className={styles.plan}>
            <h2 className={styles.name}>{plan.name}</h2>
            <p className={styles.price} data-figures>
              <strong>{plan.price}</strong> {plan.period}
            </p>
            <ul className={styles.points}>
              {plan.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <ButtonLink
              to={planPath(plan.tier, isSignedIn)}
              look={plan.tier === 'starter' ? 'outlined' : 'filled'}
              isWide
            >
              {plan.action}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function planPath(tier: Tier, isSignedIn: boolean): string {
  if (tier === 'starter') return isSignedIn ? paths.chat : signUpPath(paths.chat);
  return isSignedIn ? `${paths.checkout}?tier=${tier}` : signInPath(`${paths.pricing}?selected=${tier}`);
}

import type { Tier } from '../../../shared/domain/plans.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import styles from './Checkout.module.css';
import { confirmationTexts as texts } from './texts.ts';

/** What has changed, and the two ways on [CHECKOUT-008]. */
export function ConfirmationStep({ tier }: { readonly tier: Tier }) {
  const { user } = useSession();
  const isUnchanged = tier === 'starter' && user?.isProfessional === true;
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{isUnchanged ? texts.unchanged : texts.lead[tier]}</p>
      <div className={styles.actions}>
        <ButtonLink to={paths.chat} size="large">
          {texts.start}
        </ButtonLink>
        <ButtonLink to={paths.home} size="large" look="outlined">
          {texts.home}
        </ButtonLink>
      </div>
    </div>
  );
}

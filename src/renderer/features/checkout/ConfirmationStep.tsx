import type { StarterPlan, Tier } from '../../../shared/domain/plans.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { listOf } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { starterPoints } from '../../lib/plan-texts.ts';
import { useSession } from '../../lib/session.tsx';
import styles from './Checkout.module.css';
import { confirmationTexts as texts } from './texts.ts';

interface ConfirmationStepProps {
  readonly tier: Tier;
  readonly starter: StarterPlan;
}

/** [CHECKOUT-008] */
export function ConfirmationStep({ tier, starter }: ConfirmationStepProps) {
  const { user } = useSession();
  const isUnchanged = tier === 'starter' && user?.isProfessional === true;
  const lead =
    tier === 'starter' ? texts.starter({ points: listOf(starterPoints(starter)) }) : texts.professional;
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{isUnchanged ? texts.unchanged : lead}</p>
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

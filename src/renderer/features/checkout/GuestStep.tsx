import { ButtonLink } from '../../components/Button.tsx';
import { signUpPath } from '../../lib/paths.ts';
import styles from './Checkout.module.css';
import { guestTexts as texts } from './texts.ts';

/** What a guest does first. Signing up leads back to `target`. */
export function GuestStep({ target }: { readonly target: string }) {
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{texts.lead}</p>
      <div className={styles.actions}>
        <ButtonLink to={signUpPath(target)} size="large">
          {texts.action}
        </ButtonLink>
      </div>
    </div>
  );
}

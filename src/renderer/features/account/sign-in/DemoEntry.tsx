import { Button } from '../../../components/Button.tsx';
import type { AppConfig } from '../../../platform/platform.ts';
import styles from './sign-in.module.css';
import { demoTexts as texts } from './texts.ts';

interface DemoEntryProps {
  readonly config: AppConfig | null | undefined;
  readonly isBusy: boolean;
  /** True if the page offers the demo first. */
  readonly isMain: boolean;
  readonly onStart: () => void;
}

/** The sign-in form accepts the shown credentials too [ACCT-022, ACCT-033]. */
export function DemoEntry({ config, isBusy, isMain, onStart }: DemoEntryProps) {
  if (config?.demo === null) return null;
  // The section reserves its space while the configuration loads.
  const { email, password } = config?.demo ?? { email: '\u00a0', password: '\u00a0' };
  return (
    <section className={styles.demo} aria-labelledby="demo-entry">
      <div>
        <h2 id="demo-entry">{texts.title}</h2>
        <p className={styles.note}>{texts.lead}</p>
      </div>
      <Button look={isMain ? 'filled' : 'outlined'} size="large" isWide disabled={isBusy} onClick={onStart}>
        {isBusy ? texts.busy : texts.action}
      </Button>
      <dl className={styles.credentials}>
        <dt>{texts.email}</dt>
        <dd>{email}</dd>
        <dt>{texts.password}</dt>
        <dd>{password}</dd>
      </dl>
    </section>
  );
}

import { Button } from '../../../components/Button.tsx';
import { useConfig } from '../../../lib/use-config.ts';
import styles from './sign-in.module.css';
import { demoTexts as texts } from './texts.ts';

interface DemoEntryProps {
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

/**
 * A button that starts the demo, and the credentials with which the sign-in form does the same [ACCT-022, ACCT-033].
 */
export function DemoEntry({ isBusy, onStart }: DemoEntryProps) {
  const config = useConfig();
  // The operator has turned the demo off.
  if (config?.demo === null) return null;
  // Keeps its space while the configuration is loading.
  const { email, password } = config?.demo ?? { email: '\u00a0', password: '\u00a0' };
  return (
    <section className={styles.demo} aria-labelledby="demo-entry">
      <div>
        <h2 id="demo-entry">{texts.title}</h2>
        <p className={styles.note}>{texts.lead}</p>
      </div>
      <dl className={styles.credentials}>
        <dt>{texts.email}</dt>
        <dd>{email}</dd>
        <dt>{texts.password}</dt>
        <dd>{password}</dd>
      </dl>
      <Button look="outlined" isWide disabled={isBusy} onClick={onStart}>
        {isBusy ? texts.busy : texts.action}
      </Button>
    </section>
  );
}

import { useEffect, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { getConfig } from '../../lib/config.ts';
import type { AppConfig } from '../../platform/platform.ts';
import styles from './DemoEntry.module.css';
import { demoTexts as texts } from './texts.ts';

export interface DemoEntryProps {
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

/** The way in without an account, with the credentials that do the same when typed [ACCT-022, ACCT-033]. */
export function DemoEntry({ isBusy, onStart }: DemoEntryProps) {
  const demo = useDemoCredentials();
  // The operator has switched the demo off.
  if (demo === null) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-entry">
      <div>
        <h2 id="demo-entry" className={styles.title}>
          {texts.title}
        </h2>
        <p className={styles.lead}>{texts.lead}</p>
      </div>
      <dl className={styles.credentials}>
        <dt>{texts.email}</dt>
        <dd>{demo?.email ?? '\u00a0'}</dd>
        <dt>{texts.password}</dt>
        <dd>{demo?.password ?? '\u00a0'}</dd>
      </dl>
      <Button look="outlined" isWide disabled={isBusy} onClick={onStart}>
        {isBusy ? texts.busy : texts.action}
      </Button>
    </section>
  );
}

/** Undefined while they are being read (their room is kept), null where there is no demo. */
function useDemoCredentials(): AppConfig['demo'] | undefined {
  const [demo, setDemo] = useState<AppConfig['demo'] | undefined>();
  useEffect(() => {
    let isGone = false;
    getConfig().then(
      (config) => {
        if (!isGone) setDemo(config.demo);
      },
      // The service is out of reach; pressing the button will say so.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return demo;
}

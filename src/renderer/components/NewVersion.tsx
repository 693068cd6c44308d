import { useState, useSyncExternalStore } from 'react';
import { hasNewVersion, loadNewVersion, onNewVersion } from '../lib/version.ts';
import { Button } from './Button.tsx';
import styles from './NewVersion.module.css';
import { versionTexts as texts } from './texts.ts';

export function NewVersion() {
  const isAvailable = useSyncExternalStore(onNewVersion, hasNewVersion, () => false);
  const [isClosed, setClosed] = useState(false);
  return (
    // The region exists before its text, so that screen readers announce it.
    <output className={styles.place}>
      {isAvailable && !isClosed && (
        <div className={styles.bar}>
          <span>{texts.available}</span>
          <Button size="small" onClick={loadNewVersion}>
            {texts.load}
          </Button>
          <Button size="small" look="plain" onClick={() => setClosed(true)}>
            {texts.later}
          </Button>
        </div>
      )}
    </output>
  );
}

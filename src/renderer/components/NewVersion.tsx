import { useState, useSyncExternalStore } from 'react';
import { hasNewVersion, onNewVersion } from '../lib/version.ts';
import { Button } from './Button.tsx';
import styles from './NewVersion.module.css';
import { failureTexts, versionTexts as texts } from './texts.ts';

/** Offers the new version while the page is kept because of what is being done on it. */
export function NewVersion() {
  const isThere = useSyncExternalStore(onNewVersion, hasNewVersion, () => false);
  const [isClosed, setClosed] = useState(false);
  return (
    // The region is there before its words are, so that they are announced.
    <output className={styles.place}>
      {isThere && !isClosed && (
        <div className={styles.bar}>
          <span>{texts.available}</span>
          <Button size="small" onClick={() => location.reload()}>
            {failureTexts.reload}
          </Button>
          <Button size="small" look="plain" onClick={() => setClosed(true)}>
            {texts.later}
          </Button>
        </div>
      )}
    </output>
  );
}

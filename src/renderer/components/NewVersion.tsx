import { useState, useSyncExternalStore } from 'react';
import { hasNewVersion, onNewVersion } from '../lib/version.ts';
import { Button } from './Button.tsx';
import styles from './NewVersion.module.css';
import { failureTexts, versionTexts as texts } from './texts.ts';

/** Offers to reload for a new version if the page can't reload by itself, e.g. because of unsent text. */
export function NewVersion() {
  const isThere = useSyncExternalStore(onNewVersion, hasNewVersion, () => false);
  const [isClosed, setClosed] = useState(false);
  return (
    // The region exists before its text, so that the text is announced.
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

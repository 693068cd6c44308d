import { useSyncExternalStore } from 'react';
import { connectionTexts } from '../lib/connection-texts.ts';
import { connection } from '../lib/service-connection.ts';
import styles from './ConnectionLine.module.css';

export interface ConnectionLineProps {
  /** True where changes wait on the device until they can be sent. */
  readonly keepsChanges: boolean;
}

/** Shows why nothing can be sent, and what happens to the user's changes. */
export function ConnectionLine({ keepsChanges }: ConnectionLineProps) {
  const state = useSyncExternalStore(connection.subscribe, connection.get);
  return (
    // The region exists before its text, so that the text is announced.
    <output className={styles.line}>
      {state !== 'online' && (
        <p>
          {connectionTexts.causes[state]} {connectionTexts[keepsChanges ? 'kept' : 'later'][state]}
        </p>
      )}
    </output>
  );
}

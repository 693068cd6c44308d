import { useSyncExternalStore } from 'react';
import { connectionTexts } from '../lib/connection-texts.ts';
import { connection } from '../lib/service-connection.ts';
import styles from './ConnectionLine.module.css';

export interface ConnectionLineProps {
  /** True if changes wait on the device until the service is reachable. */
  readonly keepsChanges: boolean;
}

export function ConnectionLine({ keepsChanges }: ConnectionLineProps) {
  const state = useSyncExternalStore(connection.subscribe, connection.get);
  return (
    // The region exists before its text, so that screen readers announce it.
    <output className={styles.line}>
      {state !== 'online' && (
        <p>
          {connectionTexts.causes[state]} {connectionTexts[keepsChanges ? 'kept' : 'later'][state]}
        </p>
      )}
    </output>
  );
}

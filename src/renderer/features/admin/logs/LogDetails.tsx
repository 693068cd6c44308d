import type { LogEntry } from '../../../../shared/admin/logs.ts';
import { FactList } from '../feedback/Facts.tsx';
import styles from './LogDetails.module.css';
import { logTexts as texts } from './texts.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Shows the fields that have no column in the log. */
export function LogDetails({ entry }: { readonly entry: LogEntry }) {
  return (
    <div className={styles.details}>
      <FactList
        label={texts.details}
        facts={[
          [texts.code, entry.action_type],
          ...Object.entries(entry.action_details).map(([name, value]) => [name, textOf(value)] as const),
          ...(entry.ip_address ? [[texts.address, entry.ip_address] as const] : []),
          ...(entry.user_agent ? [[texts.agent, entry.user_agent] as const] : []),
          [texts.id, entry.id],
        ]}
      />
    </div>
  );
}

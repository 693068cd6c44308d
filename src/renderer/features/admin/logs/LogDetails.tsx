import type { LogEntry } from '../../../../shared/admin/logs.ts';
import { logTexts as texts } from './texts.ts';
import styles from './LogDetails.module.css';

/** A value of an entry as one reads it. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What an entry holds beyond its line: opened where it stands. */
export function LogDetails({ entry }: { readonly entry: LogEntry }) {
  const facts: readonly (readonly [string, string])[] = [
    ...Object.entries(entry.action_details).map(([name, value]) => [name, shown(value)] as const),
    ...(entry.ip_address ? [[texts.address, entry.ip_address] as const] : []),
    ...(entry.user_agent ? [[texts.agent, entry.user_agent] as const] : []),
    [texts.id, entry.id],
  ];
  return (
    <details className={styles.details}>
      <summary aria-label={texts.showDetails(entry.action_type)}>{texts.details}</summary>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

import type { ReactNode } from 'react';
import styles from './Facts.module.css';

interface FactsProps {
  readonly label: string;
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

export function FactList({ label, facts }: FactsProps) {
  return (
    <dl className={styles.facts} aria-label={label}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

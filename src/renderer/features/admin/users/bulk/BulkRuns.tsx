import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Button } from '../../../../components/Button.tsx';
import { sentenceOf } from '../../../../lib/invoke.ts';
import { Badge } from '../../feedback/Badge.tsx';
import { Moment } from '../../feedback/Moment.tsx';
import { userQueries } from '../data/queries.ts';
import { userTexts } from '../texts.ts';
import { bulkRunner } from './bulk-runner.ts';
import styles from './BulkRuns.module.css';
import { labelOf } from './operations.ts';
import type { BulkRun } from './runner.ts';

const texts = userTexts.bulk;

/** Operations of this visit, and those that were left unfinished by anybody, to go on with [ADMIN-041, ADMIN-042]. */
export function BulkRuns() {
  const own = useSyncExternalStore(bulkRunner.subscribe, bulkRunner.list);
  const { data: operations = [] } = useQuery(userQueries.operations());
  const left: readonly BulkRun[] = operations
    .filter(({ id, status }) => status === 'in_progress' && !own.some((run) => run.operation.id === id))
    .map((operation) => ({ operation, refusals: [], isRunning: false, error: null }));
  const runs = [...own, ...left];
  if (runs.length === 0) return null;
  return (
    <section aria-label={texts.running}>
      <ul className={styles.runs}>
        {runs.map((run) => (
          <Run key={run.operation.id} run={run} />
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { readonly run: BulkRun }) {
  const { operation, refusals, isRunning, error } = run;
  const { id, progress, total_count: total, refused } = operation;
  const isCompleted = operation.status === 'completed';
  const label = labelOf(operation);
  return (
    <li className={styles.run}>
      <div className={styles.head}>
        <strong>{label}</strong>
        <Badge tone={isCompleted ? 'good' : isRunning ? 'note' : 'caution'}>
          {isCompleted ? texts.completed : isRunning ? texts.inProgress : texts.paused}
        </Badge>
        <span className={styles.soft}>
          <Moment at={operation.created_at} />
        </span>
        <span className={styles.ways}>
          {!isCompleted && isRunning && (
            <Button look="outlined" size="small" onClick={() => bulkRunner.pause(id)}>
              {texts.stop}
            </Button>
          )}
          {!isCompleted && !isRunning && (
            <Button size="small" onClick={() => void bulkRunner.run({ operation, refusals })}>
              {texts.resume}
            </Button>
          )}
          {isCompleted && (
            <Button look="plain" size="small" onClick={() => bulkRunner.forget(id)}>
              {texts.dismiss}
            </Button>
          )}
        </span>
      </div>
      <progress className={styles.bar} max={total} value={progress} aria-label={label} />
      <output className={styles.soft}>
        {texts.progress(progress, total)}
        {refused > 0 && ` · ${texts.refused(refused)}`}
      </output>
      {error && (
        <p role="alert" className={styles.error}>
          {sentenceOf(error)}
        </p>
      )}
      {refusals.length > 0 && (
        <details className={styles.soft}>
          <summary>{texts.why}</summary>
          <ul className={styles.refusals}>
            {refusals.map(({ user_id, message }) => (
              <li key={user_id}>
                <code>{user_id}</code> {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Button } from '../../../../components/Button.tsx';
import { failureMessage } from '../../../../lib/invoke.ts';
import { DialogError } from '../../dialog/ConsoleDialog.tsx';
import { Badge } from '../../feedback/Badge.tsx';
import { DateTime } from '../../feedback/DateTime.tsx';
import { userQueries } from '../queries.ts';
import styles from './BulkOperations.module.css';
import type { BulkRun } from './create-bulk-runner.ts';
import { bulkLabel } from './operations.ts';
import { bulkRunner } from './start-bulk.ts';
import { bulkTexts as texts } from './texts.ts';

/** Includes unfinished operations of other administrators, which can be resumed [ADMIN-041, ADMIN-042]. */
export function BulkOperations() {
  const own = useSyncExternalStore(bulkRunner.subscribe, bulkRunner.list);
  const { data: operations = [] } = useQuery(userQueries.operations());
  const unfinished: readonly BulkRun[] = operations
    .filter(({ id, status }) => status === 'in_progress' && !own.some((run) => run.operation.id === id))
    .map((operation) => ({ operation, refusals: [], isRunning: false, error: null }));
  const runs = [...own, ...unfinished];
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

function Run({ run: { operation, refusals, isRunning, error } }: { readonly run: BulkRun }) {
  const { id, progress, total_count: total, refused } = operation;
  const isCompleted = operation.status === 'completed';
  const label = bulkLabel(operation);
  return (
    <li className={styles.run}>
      <div className={styles.head}>
        <strong>{label}</strong>
        <Badge tone={isCompleted ? 'good' : isRunning ? 'note' : 'caution'}>
          {isCompleted ? texts.completed : isRunning ? texts.inProgress : texts.paused}
        </Badge>
        <span className={styles.soft}>
          <DateTime at={operation.created_at} />
        </span>
        {isCompleted ? (
          <Button look="plain" size="small" onClick={() => bulkRunner.forget(id)}>
            {texts.dismiss}
          </Button>
        ) : isRunning ? (
          <Button look="outlined" size="small" onClick={() => bulkRunner.pause(id)}>
            {texts.pause}
          </Button>
        ) : (
          <Button size="small" onClick={() => void bulkRunner.run({ operation, refusals })}>
            {texts.resume}
          </Button>
        )}
      </div>
      <Progress value={total === 0 ? 100 : (progress / total) * 100} aria-label={label} />
      <output className={styles.soft}>
        {texts.progress({ done: progress, all: total })}
        {refused > 0 && `, ${texts.refusedCount({ count: refused })}`}
      </output>
      {error && <DialogError>{failureMessage(error)}</DialogError>}
      {refusals.length > 0 && (
        <details className={styles.soft}>
          <summary>{texts.refusals}</summary>
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

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Splash } from '../../../components/Splash.tsx';
import { failureMessage } from '../../../lib/invoke.ts';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { adminTexts as texts } from '../texts.ts';
import styles from './QueryView.module.css';

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly loading: string;
  readonly children: (data: Data) => ReactNode;
}

export function QueryView<Data>({ query, loading, children }: QueryViewProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      {error && (
        <div className={styles.failure}>
          <DialogError>{failureMessage(error)}</DialogError>
          <Button look="outlined" disabled={isFetching} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </div>
      )}
      {data !== undefined ? children(data) : !error && <Splash text={loading} />}
    </>
  );
}

export interface EmptyNote {
  readonly title: string;
  readonly text?: string;
}

export function EmptyState({ title, text }: EmptyNote) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {text && <p>{text}</p>}
    </div>
  );
}

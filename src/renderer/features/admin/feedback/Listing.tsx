import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Splash } from '../../../components/Splash.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { feedbackTexts as texts } from './texts.ts';
import styles from './Listing.module.css';

interface ListingProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Shown while the first answer is on its way. */
  readonly loading: string;
  readonly children: (data: Data) => ReactNode;
}

/** What the service answered, or that it is on its way, or why it did not come and another try. */
export function Listing<Data>({ query, loading, children }: ListingProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      {error && (
        <div className={styles.failure}>
          <DialogError>{sentenceOf(error)}</DialogError>
          <Button look="outlined" disabled={isFetching} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </div>
      )}
      {data !== undefined ? children(data) : !error && <Splash text={loading} />}
    </>
  );
}

/** Nothing is there, and what to do about it. */
export function Nothing({ title, text }: { readonly title: string; readonly text?: string }) {
  return (
    <div className={styles.nothing}>
      <p className={styles.title}>{title}</p>
      {text && <p>{text}</p>}
    </div>
  );
}

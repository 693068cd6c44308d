import { type ReactNode, useId } from 'react';
import { Button } from '../../components/Button.tsx';
import styles from './account.module.css';
import { FormError } from './SubmitForm.tsx';
import { accountTexts, type SectionId, sections } from './texts.ts';

interface SectionProps {
  readonly id: SectionId;
  readonly lead?: string;
  readonly children?: ReactNode;
}

/** One part of the account page; the id is its anchor. */
export function Section({ id, lead, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} tabIndex={-1}>
          {sections[id]}
        </h2>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

interface LoadErrorProps {
  readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
  readonly text: string;
}

/** Says that a query failed, with a button to try again. */
export function LoadError({ query: { error, refetch }, text }: LoadErrorProps) {
  if (!error) return null;
  return (
    <FormError>
      {text}{' '}
      <Button size="small" look="outlined" onClick={() => void refetch()}>
        {accountTexts.retry}
      </Button>
    </FormError>
  );
}

/** A day in the user's own format. */
export const formatDay = (at: string): string =>
  new Date(at).toLocaleDateString(undefined, { dateStyle: 'long' });

import { type ReactNode, useId } from 'react';
import { Button } from '../../components/Button.tsx';
import styles from './account.module.css';
import { type RegionId, regionTexts } from './region-texts.ts';
import { FormError } from './SubmitForm.tsx';
import { accountTexts } from './texts.ts';
import { locale } from '../../lib/locale.ts';

interface SectionProps {
  readonly id: RegionId;
  readonly lead?: string;
  readonly scope?: 'device' | 'account';
  /**
   * True if this is the page's only section. Its heading is hidden, because the page's title says the same.
   */
  readonly isAlone?: boolean;
  readonly children?: ReactNode;
}

export function Section({ id, lead, scope, isAlone = false, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} tabIndex={-1} className={isAlone ? 'visually-hidden' : undefined}>
          {regionTexts[id]}
        </h3>
        {scope && <span className={styles.scope}>{accountTexts.scopes[scope]}</span>}
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

export const formatDay = (at: string): string =>
  new Date(at).toLocaleDateString(locale(), { dateStyle: 'long' });

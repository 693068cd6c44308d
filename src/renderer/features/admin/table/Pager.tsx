import { Button } from '../../../components/Button.tsx';
import { tableTexts as texts } from './texts.ts';
import styles from './Pager.module.css';

/** Rows of a page, as the service gives them unasked [ADMIN-047]. */
export const pageSize = 50;

interface PagerProps {
  /** From 1. */
  readonly page: number;
  /** Rows on this page. */
  readonly shown: number;
  /** Rows in all, as far as the service counted. */
  readonly total: number;
  readonly isTotalExact: boolean;
  readonly onPage: (page: number) => void;
}

/** Which rows are on screen, and the way to the others. */
export function Pager({ page, shown, total, isTotalExact, onPage }: PagerProps) {
  const before = (page - 1) * pageSize;
  const last = before + shown;
  const isLast = isTotalExact ? last >= total : shown < pageSize;
  const isOnly = page === 1 && isLast;
  if (isOnly && shown === 0) return null;
  return (
    <nav className={styles.pager} aria-label={texts.pages}>
      <output>{texts.range(shown === 0 ? 0 : before + 1, last, total, isTotalExact)}</output>
      {!isOnly && (
        <span className={styles.buttons}>
          <Button look="outlined" size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {texts.previous}
          </Button>
          <Button look="outlined" size="small" disabled={isLast} onClick={() => onPage(page + 1)}>
            {texts.next}
          </Button>
        </span>
      )}
    </nav>
  );
}

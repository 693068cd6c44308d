import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../components/Button.tsx';
import styles from '../forms.module.css';
import { accountQueries } from '../queries.ts';
import { SectionError } from '../Section.tsx';
import { actText, privacyTexts as texts } from './texts.ts';

const momentOf = (at: string) =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });

/** Each look of an administrator at this account, newest first. */
export function AccessReceipts({ userId }: { readonly userId: string }) {
  const receipts = useInfiniteQuery(accountQueries.receipts(userId));
  const list = receipts.data?.pages.flat();
  return (
    <div className={styles.stack}>
      <div>
        <h3 className={styles.subtitle}>{texts.receipts}</h3>
        <p className={styles.note}>{texts.receiptsLead}</p>
      </div>
      {receipts.error && (
        <SectionError>
          {texts.unknown}{' '}
          <Button size="small" look="outlined" onClick={() => void receipts.refetch()}>
            {texts.retry}
          </Button>
        </SectionError>
      )}
      {list?.length === 0 && <p>{texts.none}</p>}
      {list && list.length > 0 && (
        <ul className={styles.list} aria-label={texts.receipts}>
          {list.map((receipt) => (
            <li key={receipt.id} className={styles.item}>
              <div>
                <p className={styles.name}>{actText(receipt.action_type)}</p>
                <p className={styles.detail}>
                  {momentOf(receipt.created_at)}, {texts.by}
                </p>
                {receipt.reason && <p className={styles.detail}>{texts.reason(receipt.reason)}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {receipts.hasNextPage && (
        <div>
          <Button
            size="small"
            look="outlined"
            disabled={receipts.isFetchingNextPage}
            onClick={() => void receipts.fetchNextPage()}
          >
            {texts.older}
          </Button>
        </div>
      )}
    </div>
  );
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/Button.tsx';
import { Switch } from '../../../components/Switch.tsx';
import styles from '../account.module.css';
import { accountQueries } from '../queries.ts';
import { LoadError, Section } from '../Section.tsx';
import { FormError } from '../SubmitForm.tsx';
import { actionText, privacyTexts as texts } from '../texts.ts';
import { MergeRequest } from './MergeRequest.tsx';
import { saveConsent } from './support-access.ts';
import { locale } from '../../../lib/locale.ts';

export function PrivacySection({ userId }: { readonly userId: string }) {
  return (
    <Section id="privacy" scope="account">
      <MergeRequest userId={userId} />
      <ConsentSwitch userId={userId} />
      <AccessReceipts userId={userId} />
    </Section>
  );
}

/** "Let support see my chats" is off until the user turns it on [ADMIN-037]. */
function ConsentSwitch({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const query = accountQueries.consent(userId);
  const consent = useQuery(query);
  const save = useMutation({
    mutationFn: saveConsent,
    onSuccess: (isGiven) => client.setQueryData(query.queryKey, isGiven),
  });
  return (
    <div className={styles.stack}>
      <Switch
        label={texts.consent}
        note={texts.consentNote}
        isOn={save.isPending ? save.variables : (consent.data ?? false)}
        isDisabled={consent.data === undefined || save.isPending}
        onChange={save.mutate}
      />
      {save.error && <FormError>{texts.consentFailed}</FormError>}
    </div>
  );
}

function AccessReceipts({ userId }: { readonly userId: string }) {
  const receipts = useInfiniteQuery(accountQueries.receipts(userId));
  const list = receipts.data?.pages.flat();
  return (
    <div className={styles.stack}>
      <div>
        <h4>{texts.receipts}</h4>
        <p className={styles.note}>{texts.receiptsLead}</p>
      </div>
      <LoadError query={receipts} text={texts.loadFailed} />
      {list?.length === 0 && <p>{texts.none}</p>}
      {list && list.length > 0 && (
        <ul className={styles.list} aria-label={texts.receipts}>
          {list.map(({ id, action_type: action, created_at: at, reason }) => (
            <li key={id} className={styles.item}>
              <div>
                <p className={styles.name}>{actionText(action)}</p>
                <p className={styles.detail}>{texts.by({ at: formatMoment(at) })}</p>
                {reason && <p className={styles.detail}>{texts.reason({ reason })}</p>}
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

const formatMoment = (at: string) =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short' });

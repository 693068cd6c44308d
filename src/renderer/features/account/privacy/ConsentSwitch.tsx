import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import styles from '../forms.module.css';
import { accountQueries } from '../queries.ts';
import { SectionError } from '../Section.tsx';
import { saveConsent } from './receipts.ts';
import { privacyTexts as texts } from './texts.ts';

/** "Let support see my chats": off until the person turns it on [ADMIN-037]. */
export function ConsentSwitch({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const query = accountQueries.consent(userId);
  const consent = useQuery(query);
  const noteId = useId();
  const save = useMutation({
    mutationFn: saveConsent,
    onSuccess: (isGiven) => client.setQueryData(query.queryKey, isGiven),
  });
  return (
    <div className={styles.stack}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          aria-describedby={noteId}
          checked={save.isPending ? save.variables : (consent.data ?? false)}
          disabled={consent.data === undefined || save.isPending}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
        <strong>{texts.consent}</strong>
      </label>
      <p id={noteId} className={styles.note}>
        {texts.consentNote}
      </p>
      {save.error && <SectionError>{texts.consentFailed}</SectionError>}
    </div>
  );
}

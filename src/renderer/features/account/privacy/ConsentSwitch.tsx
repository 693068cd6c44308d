import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from '../../../components/Switch.tsx';
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
      {save.error && <SectionError>{texts.consentFailed}</SectionError>}
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/Button.tsx';
import styles from '../account.module.css';
import forms from '../forms.module.css';
import { accountQueries } from '../queries.ts';
import { FormError } from '../SubmitForm.tsx';
import { privacyTexts as texts } from '../texts.ts';
import { answerMergeRequest } from './support-access.ts';

/**
 * Shown if an administrator wants to merge this account into another one. Chats move only if the user agrees.
 */
export function MergeRequest({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const query = accountQueries.mergeRequest(userId);
  const request = useQuery(query);
  const answer = useMutation({
    mutationFn: answerMergeRequest,
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (!request.data) return null;
  const { target, target_email: email, agreed_at: agreedAt } = request.data;
  const send = (agrees: boolean) => () => answer.mutate({ target, agrees });
  return (
    <section className={styles.stack} aria-label={texts.mergeTitle}>
      <div>
        <h4>{texts.mergeTitle}</h4>
        <p className={styles.note}>
          {agreedAt ? texts.mergeAgreed({ email }) : texts.mergeQuestion({ email })}
        </p>
      </div>
      <div className={forms.actions}>
        {!agreedAt && (
          <Button size="small" disabled={answer.isPending} onClick={send(true)}>
            {texts.agree}
          </Button>
        )}
        <Button size="small" look="outlined" disabled={answer.isPending} onClick={send(false)}>
          {agreedAt ? texts.withdraw : texts.decline}
        </Button>
      </div>
      {answer.error && <FormError>{texts.mergeFailed}</FormError>}
    </section>
  );
}

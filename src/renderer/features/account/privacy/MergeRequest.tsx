import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/Button.tsx';
import styles from '../forms.module.css';
import { accountQueries } from '../queries.ts';
import { SectionError } from '../Section.tsx';
import { answerMergeRequest } from './merge-request.ts';
import { privacyTexts } from './texts.ts';

const texts = privacyTexts.merge;

/** Shown while an administrator asks to merge this account into another one: no chat moves unless the person agrees. */
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
  const give = (agrees: boolean) => () => answer.mutate({ target, agrees });
  return (
    <section className={styles.stack} aria-label={texts.title}>
      <div>
        <h3 className={styles.subtitle}>{texts.title}</h3>
        <p className={styles.note}>{agreedAt ? texts.agreed(email) : texts.question(email)}</p>
      </div>
      <div className={styles.actions}>
        {!agreedAt && (
          <Button size="small" disabled={answer.isPending} onClick={give(true)}>
            {texts.agree}
          </Button>
        )}
        <Button size="small" look="outlined" disabled={answer.isPending} onClick={give(false)}>
          {agreedAt ? texts.withdraw : texts.decline}
        </Button>
      </div>
      {answer.error && <SectionError>{texts.failed}</SectionError>}
    </section>
  );
}

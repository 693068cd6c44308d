import { useQuery } from '@tanstack/react-query';
import type { MailStatus } from '../../../../shared/admin/mail.ts';
import { Button } from '../../../components/Button.tsx';
import { Listing } from '../feedback/Listing.tsx';
import { count, when } from '../format.ts';
import { mailQueries, useSendTestMail } from './mail-data.ts';
import styles from './SettingsPage.module.css';
import { mailTexts as texts } from './texts.ts';

/** Whether the last attempt failed; a later success makes an error history. */
const isFailing = ({ last_failure_at: failure, last_success_at: success }: MailStatus) =>
  failure !== null && (success === null || Date.parse(success) < Date.parse(failure));

function Status({ mail }: { readonly mail: MailStatus }) {
  const test = useSendTestMail();
  const rows = [
    [texts.server, mail.server],
    [texts.sender, mail.sender],
    [texts.waiting, count(mail.waiting)],
    [texts.lastSuccess, mail.last_success_at === null ? texts.never : when(mail.last_success_at)],
    ...(mail.last_failure_at !== null && mail.last_error !== null
      ? [[texts.lastError, `${when(mail.last_failure_at)}: ${mail.last_error}`]]
      : []),
  ] as const;
  return (
    <>
      <p className={styles.state} data-failing={isFailing(mail) || undefined}>
        {isFailing(mail) ? texts.failing : mail.last_success_at === null ? texts.untested : texts.working}
      </p>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button look="outlined" disabled={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
      </div>
    </>
  );
}

/** Whether mails go out, and a test mail to the administrator's own address. */
export function MailGroup() {
  const status = useQuery(mailQueries.status());
  return (
    <section className={styles.group} aria-label={texts.title}>
      <h2 className={styles.title}>{texts.title}</h2>
      <Listing query={status} loading={texts.loading}>
        {(mail) => (mail === null ? <p className={styles.note}>{texts.none}</p> : <Status mail={mail} />)}
      </Listing>
    </section>
  );
}

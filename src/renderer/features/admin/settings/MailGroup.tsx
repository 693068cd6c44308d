import { useQuery } from '@tanstack/react-query';
import type { MailStatus } from '../../../../shared/admin/mail.ts';
import { Button } from '../../../components/Button.tsx';
import { FactList } from '../feedback/Facts.tsx';
import { QueryView } from '../feedback/QueryView.tsx';
import { formatCount, formatDateTime } from '../format.ts';
import { Section } from '../shell/ConsoleScreen.tsx';
import { mailStatus, useSendTestMail } from './queries.ts';
import styles from './SettingsPage.module.css';
import { mailTexts as texts } from './texts.ts';

const isFailing = ({ last_failure_at: failure, last_success_at: success }: MailStatus) =>
  failure !== null && (success === null || Date.parse(success) < Date.parse(failure));

export function MailGroup() {
  const status = useQuery(mailStatus);
  return (
    <Section title={texts.title} isCard>
      <QueryView query={status} loading={texts.loading}>
        {(mail) => (mail === null ? <p className={styles.state}>{texts.none}</p> : <Status mail={mail} />)}
      </QueryView>
    </Section>
  );
}

function Status({ mail }: { readonly mail: MailStatus }) {
  const test = useSendTestMail();
  return (
    <>
      <p className={styles.state} data-failing={isFailing(mail) || undefined}>
        {isFailing(mail) ? texts.failing : mail.last_success_at === null ? texts.untested : texts.working}
      </p>
      <FactList
        label={texts.title}
        facts={[
          [texts.server, mail.server],
          [texts.sender, mail.sender],
          [texts.waiting, formatCount(mail.waiting)],
          [
            texts.lastSuccess,
            mail.last_success_at === null ? texts.never : formatDateTime(mail.last_success_at),
          ],
          ...(mail.last_failure_at !== null && mail.last_error !== null
            ? [
                [
                  texts.lastError,
                  texts.errorAt({ time: formatDateTime(mail.last_failure_at), error: mail.last_error }),
                ] as const,
              ]
            : []),
        ]}
      />
      <div>
        <Button look="outlined" disabled={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
      </div>
    </>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { settingsPath } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import type { SessionUser } from '../../../lib/session.tsx';
import { useSignOut } from '../../../lib/use-sign-out.ts';
import styles from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import forms from '../forms.module.css';
import { accountQueries } from '../queries.ts';
import { formatDay, LoadError, Section } from '../Section.tsx';
import { sessionTexts as texts } from '../texts.ts';
import { deviceName } from '../../../lib/device-name.ts';
import { endOtherSessions, endSession, type OwnSession } from './sessions.ts';

export function SessionsSection({ user }: { readonly user: SessionUser }) {
  const client = useQueryClient();
  const query = accountQueries.sessions(user.id);
  const sessions = useQuery(query);
  const refetch = () => client.invalidateQueries({ queryKey: query.queryKey });
  const others = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => {
      showToast(texts.othersDone);
      return refetch();
    },
  });
  const signOutEverywhere = useSignOut('global');
  const { cancel, busy } = texts;
  return (
    <Section id="sessions" scope="account" lead={texts.lead}>
      {user.isEncrypted && (
        <>
          <p className={styles.note}>{texts.locks}</p>
          <div>
            <ButtonLink size="small" look="outlined" to={settingsPath('privacy')}>
              {texts.changeKeys}
            </ButtonLink>
          </div>
        </>
      )}
      <LoadError query={sessions} text={texts.loadFailed} />
      {sessions.data && (
        <ul className={styles.list} aria-label={texts.list}>
          {sessions.data.map((session) => (
            <SessionItem key={session.id} session={session} onEnded={refetch} />
          ))}
        </ul>
      )}
      <div className={forms.actions}>
        {sessions.data?.some(({ is_current: isCurrent }) => !isCurrent) && (
          <ConfirmButton
            texts={{ open: texts.others, confirm: texts.others, cancel, busy }}
            onConfirm={() => others.mutateAsync()}
            failure={others.error && texts.failed}
          >
            {texts.othersWarning}
          </ConfirmButton>
        )}
        {signOutEverywhere && (
          <ConfirmButton
            texts={{ open: texts.everywhere, confirm: texts.everywhere, cancel, busy }}
            onConfirm={signOutEverywhere}
            failure={null}
          >
            {texts.everywhereWarning}
          </ConfirmButton>
        )}
      </div>
    </Section>
  );
}

interface SessionItemProps {
  readonly session: OwnSession;
  readonly onEnded: () => Promise<void>;
}

function SessionItem({ session, onEnded }: SessionItemProps) {
  const end = useMutation({
    mutationFn: () => endSession(session.id),
    onSuccess: () => {
      showToast(texts.ended);
      return onEnded();
    },
    onError: () => showToast(texts.endFailed),
  });
  const name = deviceName(session.user_agent) ?? texts.unknownDevice;
  const details = [
    session.is_current ? texts.current : null,
    session.address,
    texts.since({ day: formatDay(session.created_at) }),
    session.is_current ? null : texts.active({ day: formatDay(session.last_active_at) }),
  ].filter((detail) => detail !== null);
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.detail}>{details.join(' · ')}</p>
      </div>
      {!session.is_current && (
        <Button
          size="small"
          look="outlined"
          aria-label={texts.endOf({ name })}
          disabled={end.isPending}
          onClick={() => end.mutate()}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/Button.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { useSignOut } from '../../../lib/use-sign-out.ts';
import styles from '../forms.module.css';
import { dayOf } from '../plan/day.ts';
import { Question } from '../Question.tsx';
import { accountQueries } from '../queries.ts';
import { Section, SectionError } from '../Section.tsx';
import { deviceName } from './device-name.ts';
import { endOtherSessions, endSession, type OwnSession } from './sessions.ts';
import { sessionTexts as texts } from './texts.ts';

/** Everywhere one is signed in, and the ways to end that. */
export function SessionsSection({ user }: { readonly user: SessionUser }) {
  const client = useQueryClient();
  const { queryKey } = accountQueries.sessions(user.id);
  const sessions = useQuery(accountQueries.sessions(user.id));
  const refetch = () => client.invalidateQueries({ queryKey });
  const others = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => {
      showToast(texts.othersDone);
      return refetch();
    },
  });
  const leaveEverywhere = useSignOut('global');
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Section id="sessions" lead={texts.lead}>
      {sessions.error && (
        <SectionError>
          {texts.unknown}{' '}
          <Button size="small" look="outlined" onClick={() => void sessions.refetch()}>
            {texts.retry}
          </Button>
        </SectionError>
      )}
      {sessions.data && (
        <ul className={styles.list} aria-label={texts.list}>
          {sessions.data.map((session) => (
            <SessionItem key={session.id} session={session} onEnded={refetch} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {hasOthers && (
          <Question
            ask={texts.others}
            keep={texts.keep}
            confirm={texts.others}
            busy={texts.othersBusy}
            onConfirm={() => others.mutateAsync()}
            failure={others.error && texts.failed}
          >
            {texts.othersWarning}
          </Question>
        )}
        {leaveEverywhere && (
          <Question
            ask={texts.everywhere}
            keep={texts.keep}
            confirm={texts.everywhere}
            busy={texts.othersBusy}
            onConfirm={leaveEverywhere}
            failure={null}
          >
            {texts.everywhereWarning}
          </Question>
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
    onError: () => showToast({ title: texts.endFailed, variant: 'destructive' }),
  });
  const name = deviceName(session.userAgent) ?? texts.unknownDevice;
  const details = [
    session.isCurrent ? texts.current : null,
    session.address,
    texts.since(dayOf(session.createdAt)),
    session.isCurrent ? null : texts.active(dayOf(session.lastActiveAt)),
  ].filter((detail) => detail !== null);
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.detail}>{details.join(' · ')}</p>
      </div>
      {!session.isCurrent && (
        <Button
          size="small"
          look="outlined"
          aria-label={texts.endOf(name)}
          disabled={end.isPending}
          onClick={() => end.mutate()}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ViewSession } from '../../../../../shared/admin/impersonation.ts';
import { Button, ButtonLink } from '../../../../components/Button.tsx';
import { DateTime } from '../../feedback/DateTime.tsx';
import { FactList } from '../../feedback/Facts.tsx';
import { EmptyState, QueryView } from '../../feedback/QueryView.tsx';
import { formatCount, formatLocalDay } from '../../format.ts';
import { ConsoleScreen, Section } from '../../shell/ConsoleScreen.tsx';
import { adminTexts } from '../../texts.ts';
import { userQueries } from '../queries.ts';
import { userTexts } from '../texts.ts';
import { usersPath } from '../user.ts';
import { AccessBadges } from '../UserCells.tsx';
import { viewTexts as texts } from './texts.ts';
import { viewQueries } from './view-queries.ts';
import { ViewBanner } from './ViewBanner.tsx';
import styles from './ViewPage.module.css';

/** The view is read-only, and each of its pages is logged [ADMIN-037]. */
export function ViewPage() {
  const view = useQuery(userQueries.openView());
  return (
    <ConsoleScreen title={texts.title}>
      <ViewBanner />
      <QueryView query={view} loading={texts.loading}>
        {({ session }) =>
          session ? (
            <View session={session} />
          ) : (
            <>
              <EmptyState {...texts.none} />
              <div>
                <ButtonLink to={usersPath} look="outlined">
                  {texts.toUsers}
                </ButtonLink>
              </div>
            </>
          )
        }
      </QueryView>
    </ConsoleScreen>
  );
}

function View({ session }: { readonly session: ViewSession }) {
  const account = useQuery(viewQueries.account(session.id));
  const [chat, setChat] = useState<{ readonly id: string; readonly title: string } | null>(null);
  return (
    <QueryView query={account} loading={texts.loading}>
      {({ user, consents, chats, messages }) => (
        <>
          <p className={styles.consent} data-consents={consents || undefined}>
            {consents ? texts.consents : texts.noConsent}
          </p>
          <FactList
            label={texts.account}
            facts={[
              [userTexts.columns.email, user.email ?? userTexts.guest],
              [userTexts.columns.name, user.name ?? adminTexts.none],
              [userTexts.columns.access, <AccessBadges key="access" user={user} />],
              [userTexts.columns.plan, userTexts.plans[user.plan]],
              [userTexts.columns.created, <DateTime key="created" at={user.created_at} />],
              [texts.chats, formatCount(chats)],
              [texts.messages, formatCount(messages)],
            ]}
          />
          {chat ? (
            <Messages session={session} chat={chat} onBack={() => setChat(null)} />
          ) : (
            <Chats session={session} onOpen={setChat} />
          )}
        </>
      )}
    </QueryView>
  );
}

interface ChatsProps {
  readonly session: ViewSession;
  readonly onOpen: (chat: { readonly id: string; readonly title: string }) => void;
}

function Chats({ session, onOpen }: ChatsProps) {
  const pages = useInfiniteQuery(viewQueries.chats(session.id));
  return (
    <Section title={texts.chats}>
      <QueryView query={pages} loading={texts.loading}>
        {(data) => {
          const chats = data.pages.flatMap((page) => page.chats);
          if (chats.length === 0) return <EmptyState title={texts.noChats} />;
          return (
            <>
              <ul className={styles.list}>
                {chats.map(({ id, title, messages, updated_at }) => {
                  const name = title ?? texts.chatOf({ date: formatLocalDay(updated_at) });
                  return (
                    <li key={id}>
                      <button
                        type="button"
                        className={styles.chat}
                        aria-label={texts.openChat({ title: name })}
                        onClick={() => onOpen({ id, title: name })}
                      >
                        <span dir="auto">{name}</span>
                        <span className={styles.soft}>
                          {texts.messageCount({ count: messages })} · <DateTime at={updated_at} />
                        </span>
                      </button>
                    </li>
                  );
                })}
              </ul>
              <LoadOlder pages={pages} />
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}

interface MessagesProps {
  readonly session: ViewSession;
  readonly chat: { readonly id: string; readonly title: string };
  readonly onBack: () => void;
}

function Messages({ session, chat, onBack }: MessagesProps) {
  const pages = useInfiniteQuery(viewQueries.messages(session.id, chat.id));
  return (
    <Section
      title={chat.title}
      actions={
        <Button look="outlined" size="small" onClick={onBack}>
          {texts.backToChats}
        </Button>
      }
    >
      <QueryView query={pages} loading={texts.loading}>
        {(data) => (
          <>
            <ol className={styles.list}>
              {data.pages
                .flatMap((page) => page.messages)
                .map(({ id, role, content, length, created_at, model_id }) => (
                  <li key={id} className={styles.message} data-role={role}>
                    <p className={styles.soft}>
                      {texts.roles[role]}
                      {model_id && ` · ${model_id}`} · <DateTime at={created_at} /> ·{' '}
                      {texts.length({ count: length })}
                    </p>
                    {/* Plain text: the console never renders user content as Markdown. */}
                    <p className={content === null ? styles.hidden : styles.content} dir="auto">
                      {content ?? texts.hidden}
                    </p>
                  </li>
                ))}
            </ol>
            <LoadOlder pages={pages} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

interface LoadOlderProps {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

function LoadOlder({ pages }: LoadOlderProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div>
      <Button look="outlined" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {texts.older}
      </Button>
    </div>
  );
}

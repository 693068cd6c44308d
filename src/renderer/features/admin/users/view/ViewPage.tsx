import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ViewSession } from '../../../../../shared/admin/impersonation.ts';
import { Button, ButtonLink } from '../../../../components/Button.tsx';
import { paths } from '../../../../lib/paths.ts';
import { Facts } from '../../feedback/Facts.tsx';
import { Listing, Nothing } from '../../feedback/Listing.tsx';
import { Moment } from '../../feedback/Moment.tsx';
import { count, onDay } from '../../format.ts';
import { ConsoleScreen } from '../../shell/ConsoleScreen.tsx';
import { userQueries } from '../data/queries.ts';
import { viewQueries } from '../data/view-queries.ts';
import { Standing } from '../list/UserCells.tsx';
import { userTexts } from '../texts.ts';
import { viewTexts as texts } from './texts.ts';
import { ViewBanner } from './ViewBanner.tsx';
import styles from './ViewPage.module.css';

/** A read-only look at one account, page by page, each of them logged [ADMIN-037]. */
export function ViewPage() {
  const view = useQuery(userQueries.openView());
  return (
    <ConsoleScreen title={texts.title}>
      <ViewBanner />
      <Listing query={view} loading={texts.loading}>
        {({ session }) =>
          session ? (
            <View session={session} />
          ) : (
            <>
              <Nothing title={texts.none} text={texts.noneText} />
              <div>
                <ButtonLink to={`${paths.admin}/users`} look="outlined">
                  {texts.toUsers}
                </ButtonLink>
              </div>
            </>
          )
        }
      </Listing>
    </ConsoleScreen>
  );
}

function View({ session }: { readonly session: ViewSession }) {
  const account = useQuery(viewQueries.account(session.id));
  const [chat, setChat] = useState<{ readonly id: string; readonly title: string } | null>(null);
  return (
    <Listing query={account} loading={texts.loading}>
      {({ user, consents, chats, messages }) => (
        <>
          <p className={styles.consent} data-consents={consents || undefined}>
            {consents ? texts.consents : texts.doesNot}
          </p>
          <Facts
            label={texts.account}
            facts={[
              [userTexts.columns.email, user.email ?? userTexts.guest],
              [userTexts.columns.name, user.name ?? '–'],
              [userTexts.columns.standing, <Standing key="standing" user={user} />],
              [userTexts.columns.plan, userTexts.plans[user.plan]],
              [userTexts.columns.created, <Moment key="created" at={user.created_at} />],
              [texts.chats, count(chats)],
              [texts.messages, count(messages)],
            ]}
          />
          {chat ? (
            <Messages session={session} chat={chat} onBack={() => setChat(null)} />
          ) : (
            <Chats session={session} onOpen={setChat} />
          )}
        </>
      )}
    </Listing>
  );
}

interface ChatsProps {
  readonly session: ViewSession;
  readonly onOpen: (chat: { readonly id: string; readonly title: string }) => void;
}

function Chats({ session, onOpen }: ChatsProps) {
  const pages = useInfiniteQuery(viewQueries.chats(session.id));
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{texts.chats}</h2>
      <Listing query={pages} loading={texts.loading}>
        {(data) => {
          const chats = data.pages.flatMap((page) => page.chats);
          if (chats.length === 0) return <Nothing title={texts.noChats} />;
          return (
            <>
              <ul className={styles.list}>
                {chats.map(({ id, title, messages, updated_at }) => {
                  const name = title ?? texts.chatOf(onDay(updated_at));
                  return (
                    <li key={id}>
                      <button
                        type="button"
                        className={styles.chat}
                        aria-label={texts.openChat(name)}
                        onClick={() => onOpen({ id, title: name })}
                      >
                        <span dir="auto">{name}</span>
                        <span className={styles.soft}>
                          {texts.messageCount(messages)} · <Moment at={updated_at} />
                        </span>
                      </button>
                    </li>
                  );
                })}
              </ul>
              <Older pages={pages} />
            </>
          );
        }}
      </Listing>
    </section>
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
    <section className={styles.part}>
      <h2 className={styles.title} dir="auto">
        {chat.title}
      </h2>
      <div>
        <Button look="outlined" size="small" onClick={onBack}>
          {texts.backToChats}
        </Button>
      </div>
      <Listing query={pages} loading={texts.loading}>
        {(data) => (
          <>
            <ol className={styles.list}>
              {data.pages
                .flatMap((page) => page.messages)
                .map(({ id, role, content, length, created_at, model_id }) => (
                  <li key={id} className={styles.message} data-role={role}>
                    <p className={styles.soft}>
                      {texts.roles[role]}
                      {model_id && ` · ${model_id}`} · <Moment at={created_at} /> · {texts.length(length)}
                    </p>
                    {/* Plain text: what a stranger wrote is not drawn as a document in the console. */}
                    <p className={content === null ? styles.withheld : styles.content} dir="auto">
                      {content ?? texts.withheld}
                    </p>
                  </li>
                ))}
            </ol>
            <Older pages={pages} />
          </>
        )}
      </Listing>
    </section>
  );
}

interface OlderProps {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

function Older({ pages }: OlderProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div>
      <Button look="outlined" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {texts.older}
      </Button>
    </div>
  );
}

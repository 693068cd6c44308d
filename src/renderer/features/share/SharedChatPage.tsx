import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { readShareId, readShareKey, type ShareLink } from '../../../shared/sharing/share-link.ts';
import type { Snapshot } from '../../../shared/sharing/snapshot.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { paths, settingsPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { readKeptKey } from './kept-key.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SharedChat } from './SharedChat.tsx';
import { shareIdOf, SignInLink } from './SignInLink.tsx';
import { type FailureReason, shareTexts as texts } from './texts.ts';
import { useShare } from './use-share.ts';

export interface SharedChatPageProps {
  /** Copies the chat to the reader's account and opens it there. Rejects with a message for the reader. */
  readonly onContinue: (snapshot: Snapshot, newId: string) => Promise<void>;
}

/** The page of a link to a chat. It needs no session, and never sends the key. */
export function SharedChatPage({ onContinue }: SharedChatPageProps) {
  const { pathname, hash } = useLocation();
  const share = shareIdOf(pathname);
  const link = useMemo(() => {
    const id = readShareId(share);
    const key = id && readShareKey(hash === '' ? readKeptKey(share) : hash);
    return id && key ? { id, key } : null;
  }, [share, hash]);
  if (!link) return <Failure reason="incomplete" />;
  return <OpenedLink key={share + hash} link={link} onContinue={onContinue} />;
}

interface OpenedLinkProps extends SharedChatPageProps {
  readonly link: ShareLink;
}

function OpenedLink({ link, onContinue }: OpenedLinkProps) {
  const { state, retry, unlock } = useShare(link);
  switch (state.kind) {
    case 'opening':
      return <Page title={texts.title} lead={texts.opening} />;
    case 'locked':
      return (
        <Page title={texts.title} lead={texts.password.lead}>
          <PasswordForm isBusy={state.isBusy} isWrong={state.isWrong} onSubmit={unlock} />
        </Page>
      );
    case 'open':
      return <SharedChat {...state} onContinue={onContinue} />;
    case 'failed':
      return (
        <Failure reason={state.reason}>
          {(state.reason === 'busy' || state.reason === 'unreachable') && (
            <Button onClick={retry}>{texts.retry}</Button>
          )}
          {state.reason === 'members' && <AccountLink />}
        </Failure>
      );
  }
}

/** Guests are signed in, but have no account yet. */
function AccountLink() {
  const { user } = useSession();
  return user?.isAnonymous ? (
    <ButtonLink to={settingsPath('general')}>{texts.createAccount}</ButtonLink>
  ) : (
    <SignInLink>{texts.signIn}</SignInLink>
  );
}

function Failure({ reason, children }: { readonly reason: FailureReason; readonly children?: ReactNode }) {
  const { title, lead } = texts.failures[reason];
  return (
    <Page title={title} lead={lead}>
      <div>{children || <ButtonLink to={paths.home}>{texts.home}</ButtonLink>}</div>
    </Page>
  );
}

import { lazyComponent } from '../components/lazy-component.tsx';
import type { FormatChat } from '../features/account/export/export-account.ts';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { toCloverJson } from '../features/chat/transfer/formats/clover-json.ts';
import { EraseData } from '../features/desktop/EraseData.tsx';
import { platform } from '../platform/index.ts';
import { UserCache } from './UserCache.tsx';

// Apart: a browser has no such settings.
const ComputerSettings = lazyComponent(
  async () => (await import('../features/desktop/ComputerSettings.tsx')).ComputerSettings,
  { look: 'panel' },
);

/** The account's archive holds each chat as the chat's own export writes it, so that it can be imported again. */
const formatChat: FormatChat = (chat, exportedAt) => toCloverJson([chat], exportedAt);

/** The account page, with the cache that its sections read through. */
export function AccountRoute() {
  return (
    <UserCache>
      <AccountPage
        formatChat={formatChat}
        computer={platform.shell && <ComputerSettings shell={platform.shell} />}
        erase={platform.ownerSession && platform.shell && <EraseData shell={platform.shell} />}
      />
    </UserCache>
  );
}

import { lazyComponent } from '../components/lazy-component.tsx';
import type { FormatChat } from '../features/account/export/export-account.ts';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { DeviceStorage } from '../features/chat/store/DeviceStorage.tsx';
import { toCloverJson } from '../features/chat/transfer/formats/clover-json.ts';
import { EraseData } from '../features/desktop/EraseData.tsx';
import { platform } from '../platform/index.ts';
import { UserCache } from './UserCache.tsx';

// Lazy, because only the desktop app has these settings.
const ComputerSettings = lazyComponent(
  async () => (await import('../features/desktop/ComputerSettings.tsx')).ComputerSettings,
  { look: 'panel' },
);

/** The archive contains each chat as an export file, so that it can be imported again. */
const formatChat: FormatChat = (chat, exportedAt) => toCloverJson([chat], exportedAt);

export function AccountRoute() {
  return (
    <UserCache>
      <AccountPage
        formatChat={formatChat}
        device={(userId) => <DeviceStorage userId={userId} />}
        computer={platform.shell && <ComputerSettings shell={platform.shell} />}
        erase={platform.ownerSession && platform.shell && <EraseData shell={platform.shell} />}
      />
    </UserCache>
  );
}

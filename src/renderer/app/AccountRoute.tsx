import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Location, useNavigate } from 'react-router-dom';
import { lazyComponent } from '../components/lazy-component.tsx';
import type { FormatChat } from '../features/account/export/export-account.ts';
import { AccountPage } from '../features/account/AccountPage.tsx';
import type { SettingsParts } from '../features/account/settings/SectionContent.tsx';
import { SettingsDialog } from '../features/account/settings/SettingsDialog.tsx';
import { ShortcutList } from '../features/chat/shortcuts/ShortcutList.tsx';
import { DeviceStorage } from '../features/chat/store/DeviceStorage.tsx';
import { toCloverJson } from '../features/chat/transfer/formats/clover-json.ts';
import { EraseData } from '../features/desktop/EraseData.tsx';
import { ProviderKeys } from '../features/keys/ProviderKeys.tsx';
import { DefaultModel } from '../features/models/DefaultModel.tsx';
import { ModelField } from '../features/models/ModelField.tsx';
import { LocalModels } from '../features/models/LocalModels.tsx';
import { queryClient } from '../lib/query-client.ts';
import { platform } from '../platform/index.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import './connect-device.ts';
import './connect-outbox.ts';
import { UserCache } from './UserCache.tsx';

// Lazy, because only the desktop app uses it.
const ComputerSettings = lazyComponent(
  async () => (await import('../features/desktop/ComputerSettings.tsx')).ComputerSettings,
  { look: 'panel' },
);

/** Formats a chat like an export, so that users can import it again. */
const formatChat: FormatChat = (chat, exportedAt) => toCloverJson([chat], exportedAt);

const settingsParts = (): SettingsParts => ({
  formatChat,
  device: (userId) => <DeviceStorage userId={userId} />,
  defaultModel: <DefaultModel />,
  ModelField,
  localModels: platform.findLocalModels && <LocalModels />,
  providerKeys: <ProviderKeys />,
  shortcuts: <ShortcutList />,
  computer: platform.shell && <ComputerSettings shell={platform.shell} />,
  erase: platform.ownerSession && platform.shell && <EraseData shell={platform.shell} />,
});

export function AccountRoute() {
  return (
    <UserCache>
      <UiProvider>
        <AccountPage {...settingsParts()} />
      </UiProvider>
    </UserCache>
  );
}

/** Shows the settings in a dialog, which shares the chat's cache. Closing it returns to the chat. */
export function SettingsAboveChat({ chat }: { readonly chat: Location }) {
  const navigate = useNavigate();
  const close = useCallback(() => void navigate(chat, { replace: true }), [navigate, chat]);
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <SettingsDialog parts={settingsParts()} onClose={close} />
      </UiProvider>
    </QueryClientProvider>
  );
}

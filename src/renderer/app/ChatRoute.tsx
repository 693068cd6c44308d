import { lazyComponent } from '../components/lazy-component.tsx';
import { ChatScreen, UserChats } from '../features/chat/ChatScreen.tsx';
import { useChatModel } from '../features/chat/use-chat-model.ts';
import { KeyDialogs, useKeyDialogs } from '../features/keys/use-key-dialogs.ts';
import { ModelPicker } from '../features/models/LazyModelPicker.tsx';
import { useModelSelection } from '../features/models/use-model-selection.ts';
import { QuickActions } from '../features/quick-actions/QuickActions.tsx';
import { useSession } from '../lib/session.tsx';
import { isEncryptedDevice } from '../lib/encrypted-device.ts';
import { usePageTitle } from '../lib/use-page.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import { useAppCommands } from './use-app-commands.ts';
import { UserCache } from './UserCache.tsx';

const AccountMenu = lazyComponent(async () => (await import('./AccountMenu.tsx')).AccountMenu, {
  look: 'panel',
  isDeferred: true,
});

const EncryptedChats = lazyComponent(async () => (await import('./EncryptedChats.tsx')).EncryptedChats, {
  look: 'panel',
});

export function ChatRoute() {
  usePageTitle('Chat');
  const { user } = useSession();
  const chats = (
    <UserChats>
      <Chat />
    </UserChats>
  );
  return (
    <UserCache>
      <UiProvider>
        {user && (user.isEncrypted || isEncryptedDevice(user.id)) ? (
          <EncryptedChats user={user}>{chats}</EncryptedChats>
        ) : (
          chats
        )}
      </UiProvider>
    </UserCache>
  );
}

function Chat() {
  useAppCommands();
  const selection = useModelSelection(useChatModel());
  const keys = useKeyDialogs();
  const { missingKey } = selection;
  return (
    <>
      <ChatScreen
        model={selection.model}
        models={selection.available}
        hasModelChanged={selection.hasChanged}
        nameOfModel={selection.nameOf}
        QuickActions={QuickActions}
        AccountMenu={AccountMenu}
        askForKey={missingKey === null ? null : () => keys.open({ vendor: missingKey, isNeeded: true })}
        modelPicker={
          <ModelPicker
            selection={selection}
            onOpenKeys={() => keys.open({ vendor: null, isNeeded: false })}
          />
        }
      />
      {keys.opened && <KeyDialogs opened={keys.opened} onOpen={keys.open} onClose={keys.close} />}
    </>
  );
}

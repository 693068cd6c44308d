import { ChatScreen } from '../features/chat/ChatScreen.tsx';
import { ModelPicker } from '../features/models/ModelPicker.tsx';
import { useModelSelection } from '../features/models/use-model-selection.ts';
import { QuickActions } from '../features/quick-actions/QuickActions.tsx';
import { usePageTitle } from '../lib/use-page.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import { UserCache } from './UserCache.tsx';

/** The chat page: the screen, and the parts of other features that it shows. */
export function ChatRoute() {
  usePageTitle('Chat');
  return (
    <UserCache>
      <UiProvider>
        <Chat />
      </UiProvider>
    </UserCache>
  );
}

function Chat() {
  const selection = useModelSelection();
  return (
    <ChatScreen
      model={selection.model}
      nameOfModel={selection.nameOf}
      QuickActions={QuickActions}
      modelPicker={<ModelPicker selection={selection} />}
    />
  );
}

import { useNavigate } from 'react-router-dom';
import { SharedChatPage } from '../features/share/SharedChatPage.tsx';
import { loadModule } from '../lib/load-module.ts';
import { chatPath } from '../lib/paths.ts';

export function ShareRoute() {
  const navigate = useNavigate();
  return (
    <SharedChatPage
      onContinue={async (snapshot, newId) => {
        // Visitors of a link don't load the chat's code.
        const { importSharedChat } = await loadModule(
          () => import('../features/chat/transfer/import-shared.ts'),
        );
        await importSharedChat(snapshot, newId);
        await navigate(chatPath(newId));
      }}
    />
  );
}

import { IconShare } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useCommands } from '../../../lib/commands.ts';
import { useChatEngine } from '../chat-context.ts';
import { shareRequest } from '../chat-request.ts';
import { useStoredChat } from '../use-stored-chat.ts';
import { shareMenuTexts } from './menu-texts.ts';

const ShareDialog = lazyComponent(async () => (await import('./ShareDialog.tsx')).ShareDialog, {
  look: 'dialog',
});

/** The command that shares the open chat, and the dialog that each menu of a chat opens. */
export function ShareRequests({ activeId }: { readonly activeId: string }) {
  const { userId } = useChatEngine();
  const { chat } = useStoredChat(userId, activeId);
  const chatId = useSyncExternalStore(shareRequest.subscribe, shareRequest.get);
  // Otherwise, the dialog would open for the next user of this page.
  useEffect(() => () => shareRequest.set(null), []);
  useCommands(() =>
    chat
      ? [
          {
            id: 'share',
            group: 'chat',
            label: shareMenuTexts.open,
            words: 'link public publish send',
            Icon: IconShare,
            run: () => shareRequest.set(chat.id),
          },
        ]
      : [],
  );
  return (
    chatId !== null && <ShareDialog key={chatId} chatId={chatId} onClose={() => shareRequest.set(null)} />
  );
}

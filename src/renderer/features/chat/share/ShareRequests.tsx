import { IconShare } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useCommands } from '../../../lib/commands.ts';
import type { Chat } from '../chat.ts';
import { shareRequest } from '../chat-request.ts';
import { shareMenuTexts } from './menu-texts.ts';

const ShareDialog = lazyComponent(async () => (await import('./ShareDialog.tsx')).ShareDialog, {
  look: 'dialog',
});

/** Adds the command that shares the open chat, and renders the dialog that each menu of a chat opens. */
export function ShareRequests({ chat }: { readonly chat: Chat | null }) {
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

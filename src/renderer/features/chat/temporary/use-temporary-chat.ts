import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ask } from '../../../lib/question.ts';
import { useChatEngine } from '../chat-context.ts';
import { temporaryTexts } from '../texts.ts';

/** The temporary chat, and how to begin and leave it: after a confirmation if text would be lost. */
export function useTemporaryChat() {
  const slot = useChatEngine().temporary;
  if (!slot) throw new Error('A temporary chat cannot contain another one.');
  const chat = useSyncExternalStore(slot.subscribe, slot.get);
  const begin = useCallback(() => slot.begin(), [slot]);
  const leave = useCallback(
    async (act: () => void) => {
      // Synchronous without a question, so that the focus moves within the key press.
      if (slot.get()?.hasText() && !(await ask(temporaryTexts.wouldEnd))) return;
      slot.end();
      act();
    },
    [slot],
  );
  useEffect(() => {
    if (!chat) return;
    // A reload ends it too; the browser shows its own question.
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (chat.hasText()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [chat]);
  return { chat, begin, leave };
}

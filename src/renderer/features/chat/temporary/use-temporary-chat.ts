import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ask } from '../../../lib/question.ts';
import { useChatEngine } from '../EngineContext.ts';
import { temporaryTexts } from './texts.ts';

/** The temporary chat, how it begins, and how one leaves it: by a "yes" where words would be lost. */
export function useTemporaryChat() {
  const slot = useChatEngine().temporary;
  if (!slot) throw new Error('A temporary chat has none of its own.');
  const chat = useSyncExternalStore(slot.subscribe, slot.get);
  const begin = useCallback(() => slot.begin(), [slot]);
  const leave = useCallback(
    async (act: () => void) => {
      // At once where nothing is to be asked: the focus moves within the press of the key.
      if (slot.get()?.hasText() && !(await ask(temporaryTexts.wouldEnd))) return;
      slot.end();
      act();
    },
    [slot],
  );
  useEffect(() => {
    if (!chat) return;
    // Reload and closing end it too; the browser asks in its own words.
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (chat.hasText()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [chat]);
  return { chat, begin, leave };
}

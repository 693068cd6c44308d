import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { chatPath } from '../../lib/paths.ts';

interface AskedOptions {
  readonly chatId: string;
  /** Whether the chat on screen is new, with nothing said in it. */
  readonly isFree: boolean;
  /** False until it is known who answers. */
  readonly isReady: boolean;
  readonly onNewChat: () => void;
  readonly onSend: (text: string) => void;
}

const readAsked = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'ask' in state && typeof state.ask === 'string'
    ? state.ask
    : null;

/** Sends the question that came with the address from the desktop's small window, once, in a chat of its own. */
export function useAsked({ chatId, isFree, isReady, onNewChat, onSend }: AskedOptions): void {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const asked = readAsked(state);
  const takenKey = useRef<string | null>(null);
  const waiting = useRef<string | null>(null);
  const send = useEffectEvent(() => {
    const text = waiting.current;
    if (text === null || !isFree || !isReady) return;
    waiting.current = null;
    onSend(text);
  });
  const take = useEffectEvent((text: string) => {
    if (takenKey.current === key) return;
    takenKey.current = key;
    waiting.current = text;
    // Out of the history: a reload must not ask again.
    void navigate(chatPath(), { replace: true });
    if (!isFree) onNewChat();
    send();
  });
  useEffect(() => {
    if (asked !== null) take(asked);
  }, [asked, key]);
  useEffect(() => send(), [chatId, isFree, isReady]);
}

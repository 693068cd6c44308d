import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { chatPath } from '../../lib/paths.ts';

interface QuickQuestionOptions {
  readonly chatId: string;
  /** True if the chat on screen is new and empty. */
  readonly isFree: boolean;
  readonly onNewChat: () => void;
  readonly onSend: (text: string) => void;
}

const questionIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'ask' in state && typeof state.ask === 'string'
    ? state.ask
    : null;

/** Sends the question from the desktop app's quick-ask window once, in a new chat. */
export function useQuickQuestion({ chatId, isFree, onNewChat, onSend }: QuickQuestionOptions): void {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const question = questionIn(state);
  const handledKey = useRef<string | null>(null);
  const pending = useRef<string | null>(null);
  const send = useEffectEvent(() => {
    const text = pending.current;
    if (text === null || !isFree) return;
    pending.current = null;
    onSend(text);
  });
  const take = useEffectEvent((text: string) => {
    if (handledKey.current === key) return;
    handledKey.current = key;
    pending.current = text;
    // Removed from the history entry, otherwise a reload would send it again.
    void navigate(chatPath(), { replace: true });
    if (!isFree) onNewChat();
    send();
  });
  useEffect(() => {
    if (question !== null) take(question);
  }, [question, key]);
  useEffect(() => send(), [chatId, isFree]);
}

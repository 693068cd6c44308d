import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Message } from '../chat.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatLimits } from '../constants.ts';
import { canStop, isBusy, type LiveTurn } from './live-turn.ts';
import { showMessages } from './shown-messages.ts';
import { indicatorTime } from './typing-indicator.ts';

/** Renders with each frame of a growing reply, so use it only where the text is shown. */
export function useTurn(chatId: string): LiveTurn | undefined {
  return useTurnValue((turns) => turns.get(chatId), [chatId]);
}

/** Only renders when the phase changes, not with each frame of a growing reply. */
export function useTurnPhase(chatId: string) {
  const phase = useTurnValue((turns) => turns.get(chatId)?.phase ?? null, [chatId]);
  const isChatStored = useTurnValue((turns) => turns.get(chatId)?.isChatStored ?? false, [chatId]);
  return { phase, isChatStored, isBusy: isBusy(phase), canStop: canStop(phase) };
}

export function useTurnMessage(chatId: string): string | null {
  return useTurnValue((turns) => turns.get(chatId)?.messageId ?? null, [chatId]);
}

/** Returns the number of visible messages: the stored ones and the turn's unstored ones. */
export function useShownCount(chatId: string, rows: readonly Message[]): number {
  return useTurnValue((turns) => showMessages(rows, turns.get(chatId)).length, [chatId, rows]);
}

/** True once the service has refused a message in this visit. */
export function useRefused(): boolean {
  return useTurnValue((turns) => turns.hasRefused(), []);
}

export function useUnstoredTurns(): readonly LiveTurn[] {
  return useTurnValue((turns) => turns.unstored(), []);
}

/** True while the chat is busy and for 300 ms afterwards [CHAT-057]. Other chats are not locked. */
export function useSendLock(chatId: string, isTurnBusy: boolean): boolean {
  const [isLingering, setIsLingering] = useState(false);
  const [was, setWas] = useState({ chatId, isTurnBusy });
  if (was.chatId !== chatId || was.isTurnBusy !== isTurnBusy) {
    setWas({ chatId, isTurnBusy });
    setIsLingering(was.chatId === chatId && was.isTurnBusy);
  }
  useEffect(() => {
    if (!isLingering) return;
    const timer = setTimeout(() => setIsLingering(false), chatLimits.inputLock);
    return () => clearTimeout(timer);
  }, [isLingering]);
  return isTurnBusy || isLingering;
}

/**
 * True while the typing indicator is shown [CHAT-029..032]. The component needs the chat's id as its `key`.
 */
export function useTypingIndicator(turn: LiveTurn | undefined): boolean {
  const time = indicatorTime(turn);
  const isAwaited = time === Infinity;
  // Changes with each attempt, and when the attempt fails.
  const stay = turn ? `${turn.reply.id} ${turn.phase === 'failed' ? 'failed' : 'started'}` : '';
  const [ended, setEnded] = useState(isAwaited ? '' : stay);
  const isStaying = time > 0 && !isAwaited && stay !== ended;
  useEffect(() => {
    if (!isStaying) return;
    const timer = setTimeout(() => setEnded(stay), time);
    return () => clearTimeout(timer);
  }, [isStaying, stay, time]);
  return isAwaited || isStaying;
}

type Turns = ReturnType<typeof useChatEngine>['runner']['turns'];

function useTurnValue<Value>(read: (turns: Turns) => Value, key: readonly unknown[]): Value {
  const { turns } = useChatEngine().runner;
  // oxlint-disable-next-line react/exhaustive-deps -- `read` is a new function each time; the key identifies what it reads
  const getValue = useCallback(() => read(turns), [turns, ...key]);
  return useSyncExternalStore(turns.subscribe, getValue);
}

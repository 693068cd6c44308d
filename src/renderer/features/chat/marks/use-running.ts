import { useEffect, useSyncExternalStore } from 'react';
import type { Message } from '../chat.ts';
import { useChatEngine } from '../chat-context.ts';
import type { RunningReply } from './running-replies.ts';

export function useRunning(): ReadonlyMap<string, RunningReply> {
  const { running } = useChatEngine();
  return useSyncExternalStore(running.subscribe, running.byChat);
}

/**
 * Reads the open chat's running reply if this page doesn't read it yet, for example after a reload, or
 * because another device requested it.
 */
export function useJoinReply(chatId: string, title: string, rows: readonly Message[]): void {
  const { runner } = useChatEngine();
  const reply = useRunning().get(chatId);
  const question = reply && rows.find(({ id }) => id === reply.questionId);
  useEffect(() => {
    if (reply && question) runner.join(reply.id, question, title);
  }, [question, reply, runner, title]);
}

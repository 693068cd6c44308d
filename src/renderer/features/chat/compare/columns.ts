import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Message } from '../chat.ts';
import { useChatEngine } from '../chat-context.ts';
import { canStop, type ChatModel, type TurnPhase } from '../turn/live-turn.ts';
import type { StoredQuestion } from '../turn/sending.ts';
import type { TurnRunner } from '../turn/turn-runner.ts';
import { versionsOf } from './versions.ts';

export const maxComparedModels = 4;

export interface ComparedReply {
  /** Stays the same when the reply is retried. */
  readonly key: string;
  readonly replyId: string;
  /** Reads the running reply. Null if the reply was already stored. */
  readonly runner: TurnRunner | null;
  readonly phase: TurnPhase;
  /** Null until the reply is stored. */
  readonly stored: Message | null;
}

/** Requests a reply to the same message from each model. Each reply counts as a message. */
export function askModels(
  runner: TurnRunner,
  question: StoredQuestion,
  title: string,
  models: readonly ChatModel[],
): void {
  for (const model of models) runner.beside(question.chatId).again({ question, title, model });
}

/**
 * Returns the replies to a message: first the stored ones, then those that this page reads. Running replies
 * that other pages requested are joined.
 */
export function useColumns(chatId: string, questionId: string, title: string) {
  const client = useQueryClient();
  const { runner, running, store } = useChatEngine();
  const options = useMemo(() => versionsOf(chatId, questionId, store), [chatId, questionId, store]);
  const versions = useQuery(options);
  const question = versions.data?.question ?? null;
  const runningReplies = useSyncExternalStore(running.subscribe, running.all);
  const listed = versions.data?.running;
  /** The ids of replies that this page has started or joined. A reply that failed is not joined again. */
  const joinedIds = useRef(new Set<string>());
  useEffect(() => {
    if (!question) return;
    for (const { turns } of runner.all()) {
      const turn = turns.get(chatId);
      if (turn) joinedIds.current.add(turn.reply.id);
    }
    const runningIds = runningReplies.flatMap(({ id, questionId: of }) => (of === question.id ? [id] : []));
    for (const id of new Set([...(listed ?? []), ...runningIds]))
      if (!joinedIds.current.has(id)) {
        joinedIds.current.add(id);
        runner.beside(chatId).join(id, question, title);
      }
  }, [chatId, listed, question, runner, runningReplies, title]);

  const runners = useSyncExternalStore(runner.turns.subscribe, runner.all);
  const subscribe = useCallback(
    (listener: () => void) => {
      const undo = runners.map(({ turns }) => turns.subscribe(listener));
      return () => undo.forEach((end) => end());
    },
    [runners],
  );
  const readStates = () =>
    runners
      .map(({ turns }) => turns.get(chatId))
      .map((turn) => (turn?.messageId === questionId ? `${turn.reply.id} ${turn.phase}` : ''))
      .join();
  // With a string, columns only render when a phase changes, not with each frame of a growing reply.
  const states = useSyncExternalStore(subscribe, readStates);

  const columns = useMemo((): readonly ComparedReply[] => {
    const replies = versions.data?.replies ?? [];
    const live = states.split(',').flatMap((state, place): ComparedReply[] => {
      const [replyId = '', phase] = state.split(' ');
      const reader = runners[place];
      if (!reader || !phase) return [];
      const stored = replies.find(({ id }) => id === replyId) ?? null;
      return [{ key: `live ${place}`, replyId, runner: reader, phase: phase as TurnPhase, stored }];
    });
    const earlier = replies.filter(({ id }) => !live.some(({ replyId }) => replyId === id));
    return [
      ...earlier.map((row): ComparedReply => ({
        key: row.id,
        replyId: row.id,
        runner: null,
        phase: 'done',
        stored: row,
      })),
      ...live,
    ];
  }, [runners, states, versions.data]);

  // The usage is only known once the reply is stored.
  const missing = columns.filter(({ phase, stored }) => phase === 'done' && !stored).length;
  useEffect(() => {
    if (missing > 0) void client.invalidateQueries({ queryKey: options.queryKey });
  }, [client, missing, options, states]);

  // Stops reading finished replies. The next comparison shows them as stored replies.
  useEffect(() => {
    const beside = runner.all().slice(1);
    for (const other of beside) if (other.turns.get(chatId)?.messageId !== questionId) other.clear(chatId);
    return () => {
      for (const other of runner.all().slice(1)) other.clear(chatId);
    };
  }, [chatId, questionId, runner]);
  return {
    question,
    columns,
    isRunning: columns.some(({ phase }) => canStop(phase)),
    isLoading: versions.isPending,
    reload: versions.isError ? () => void versions.refetch() : null,
  };
}

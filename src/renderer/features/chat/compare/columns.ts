import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Message } from '../chat.ts';
import { useChatEngine } from '../chat-context.ts';
import { canStop, type ChatModel, type TurnPhase } from '../turn/live-turn.ts';
import type { StoredQuestion } from '../turn/sending.ts';
import type { TurnRunner } from '../turn/turn-runner.ts';
import { versionsOf } from './versions.ts';

/** The number of models that can reply at the same time. */
export const maxComparedModels = 4;

export interface ComparedReply {
  /** A retry keeps the key. */
  readonly key: string;
  readonly replyId: string;
  /** Reads the reply while it runs. Null for a reply that was already stored. */
  readonly runner: TurnRunner | null;
  readonly phase: TurnPhase;
  /** Null until the reply is stored. */
  readonly stored: Message | null;
}

/** Requests replies to one message from several models. Each reply counts as a message. */
export function askModels(
  runner: TurnRunner,
  question: StoredQuestion,
  title: string,
  models: readonly ChatModel[],
): void {
  for (const model of models) runner.beside(question.chatId).again({ question, title, model });
}

/** Stored replies come first, then those that this page reads. Running replies are joined. */
export function useColumns(chatId: string, questionId: string, title: string) {
  const client = useQueryClient();
  const { runner, running, store } = useChatEngine();
  const options = useMemo(() => versionsOf(chatId, questionId, store), [chatId, questionId, store]);
  const versions = useQuery(options);
  const question = versions.data?.question ?? null;
  const runningReplies = useSyncExternalStore(running.subscribe, running.all);
  const listed = versions.data?.running;
  /** Replies that this page has started or joined, so that a failed one isn't joined again. */
  const joined = useRef(new Set<string>());
  useEffect(() => {
    if (!question) return;
    for (const { turns } of runner.all()) {
      const turn = turns.get(chatId);
      if (turn) joined.current.add(turn.reply.id);
    }
    const known = runningReplies.flatMap(({ id, questionId: of }) => (of === question.id ? [id] : []));
    for (const id of new Set([...(listed ?? []), ...known]))
      if (!joined.current.has(id)) {
        joined.current.add(id);
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
  // A string, so that growing replies don't render all columns in each frame.
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

  // The usage arrives with the stored reply.
  const missing = columns.filter(({ phase, stored }) => phase === 'done' && !stored).length;
  useEffect(() => {
    if (missing > 0) void client.invalidateQueries({ queryKey: options.queryKey });
  }, [client, missing, options, states]);

  // Finished replies are no longer read; the next comparison shows them as stored ones.
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

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { readAccessToken } from '../../../lib/supabase.ts';
import { refreshUsage } from '../../../lib/usage.ts';
import { platform } from '../../../platform/index.ts';
import { type ChatEngine, useChatEngine } from '../chat-context.ts';
import { Summaries } from './summaries.ts';

const summariesByEngine = new WeakMap<ChatEngine, Summaries>();
const noSubscription = () => () => {};

export function useSummaries(): Summaries | null {
  return summariesOf(useChatEngine(), useQueryClient());
}

export function useIsSummarizing(chatId: string): boolean {
  const summaries = useSummaries();
  return useSyncExternalStore(
    summaries?.subscribe ?? noSubscription,
    () => summaries?.isRunning(chatId) ?? false,
  );
}

/** Returns the engine's only instance, because summaries continue when the user opens another chat. */
function summariesOf(engine: ChatEngine, client: QueryClient): Summaries | null {
  const { changes, disposeSignal } = engine;
  const earlier = summariesByEngine.get(engine);
  if (earlier || changes === null) return earlier ?? null;
  const summaries = new Summaries({
    client,
    changes,
    completeChat: platform.completeChat,
    readAccessToken,
    onEnded: () => refreshUsage(client),
  });
  disposeSignal.addEventListener('abort', () => summaries.dispose());
  summariesByEngine.set(engine, summaries);
  return summaries;
}

import { useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';

const noChanges = () => () => {};

export function useIsSummarizing(chatId: string): boolean {
  const { summaries } = useChatEngine();
  return useSyncExternalStore(summaries?.subscribe ?? noChanges, () => summaries?.isRunning(chatId) ?? false);
}

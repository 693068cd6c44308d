import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import { loadModule } from '../../../../lib/load-module.ts';
import { usePersonas } from '../../../../lib/personas.ts';
import { showToast } from '../../../../lib/toast.ts';
import { useChatEngine, useChatScreen } from '../../chat-context.ts';
import type { Menu } from './menu.ts';
import { mentionAt } from './mention.ts';
import type { OneTimeChoice } from './mention-menu.ts';

/** Loaded when the user types the first at sign. */
const menuCode = {
  queryKey: ['mention-menu'],
  queryFn: async () => {
    try {
      return await loadModule(() => import('./mention-menu.ts'));
    } catch (error) {
      showToast({ title: loadFailureTexts.message, variant: 'destructive' });
      throw error;
    }
  },
  // Typing the next at sign retries it.
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
};

/**
 * Returns the menu of personas and models for "@" at the start of a word. The chosen persona or model replies to this
 * message only.
 *
 * @param onChoose also receives the start and end of the word
 */
export function useMentionMenu(
  text: string,
  onChoose: (choice: OneTimeChoice, start: number, end: number) => void,
) {
  const { userId } = useChatEngine();
  const { models = [] } = useChatScreen();
  const [caret, onCaret] = useState(0);
  const at = mentionAt(text, Math.min(caret, text.length));
  const enabled = at !== null;
  const code = useQuery({ ...menuCode, enabled });
  const personas = usePersonas(userId, enabled);
  // Opens once everything is loaded, because later entries would move those that the user is about to choose.
  const isLoading = enabled && (code.isLoading || personas.isLoading);
  const menu: Menu | null =
    (at &&
      !isLoading &&
      code.data?.mentionMenu({
        query: at.query,
        before: text.slice(0, at.start),
        personas: personas.data ?? [],
        retry: personas.isLoadingError ? () => void personas.refetch() : null,
        models,
        onChoose: (choice) => onChoose(choice, at.start, at.start + at.query.length + 1),
      })) ||
    null;
  return { menu, isLoading, onCaret };
}

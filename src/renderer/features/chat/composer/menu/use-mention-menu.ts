import { useState } from 'react';
import { useChatScreen } from '../../chat-context.ts';
import type { ChatModel } from '../../turn/live-turn.ts';
import type { Menu } from './menu.ts';
import { mentionAt, mentionMenu } from './mention-menu.ts';

/**
 * The menu of models for "@" at the start of a word. The chosen model replies to this message only.
 *
 * @param onChoose also receives the start and end of the word
 */
export function useMentionMenu(
  text: string,
  onChoose: (model: ChatModel, start: number, end: number) => void,
): { readonly menu: Menu | null; readonly onCaret: (caret: number) => void } {
  const { models = [] } = useChatScreen();
  const [caret, onCaret] = useState(0);
  const at = mentionAt(text, Math.min(caret, text.length));
  const menu =
    at && mentionMenu(at.query, models, (model) => onChoose(model, at.start, at.start + at.query.length + 1));
  return { menu, onCaret };
}

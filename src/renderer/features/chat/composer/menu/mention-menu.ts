import { bestMatches } from '../../../../lib/match.ts';
import type { ChatModel } from '../../turn/live-turn.ts';
import { mentionTexts } from '../texts.ts';
import type { Menu } from './menu.ts';

/** Matches an at sign at the start of a word, and the part of the word before the caret. */
const mentionPattern = /(?:^|\s)@([^\s@]*)$/u;
/** Rendering more entries would be slow. */
const MAX_ENTRIES = 30;

/** True if the text is only the word that chooses a model. Such text is never sent. */
export const isMention = (text: string): boolean => /^\s*@[^\s@]*\s*$/u.test(text);

/**
 * Returns the start of the word with the at sign, and the text after the sign. Null if the menu must not
 * open.
 */
export function mentionAt(
  text: string,
  caret: number,
): { readonly start: number; readonly query: string } | null {
  const query = mentionPattern.exec(text.slice(0, caret))?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}

/** The menu of matching models. Null if no model matches, because the word is then ordinary text. */
export function mentionMenu(
  query: string,
  models: readonly ChatModel[],
  onChoose: (model: ChatModel) => void,
): Menu | null {
  const entries = bestMatches(query, models, ({ id, name }) => [name, id])
    .slice(0, MAX_ENTRIES)
    .map((model) => ({
      id: `${model.vendorName ?? ''} ${model.id}`,
      label: model.name,
      choose: () => onChoose(model),
    }));
  return entries.length === 0
    ? null
    : { label: mentionTexts.label, query, groups: [{ title: mentionTexts.label, entries }] };
}

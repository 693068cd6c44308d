import { daysAgo, relativeDate } from '../../../../shared/domain/relative-date.ts';
import { sidebarTexts } from '../texts.ts';
import type { Hit } from '../data/search-messages.ts';
import type { ListedChat } from './listed-chats.ts';
import { locale } from '../../../lib/locale.ts';

export type SidebarLine =
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'chat';
      readonly id: string;
      readonly chat: ListedChat;
      /** True if the chat's day is in the heading above. */
      readonly isUnderDay: boolean;
    }
  | { readonly kind: 'title'; readonly id: string; readonly hit: Hit }
  | { readonly kind: 'hit'; readonly id: string; readonly hit: Hit; readonly more: number };

/**
 * Lists pinned chats first, with the most recently pinned one on top. The other chats are grouped by the day
 * of their last change, with the day as heading [CHAT-018].
 */
export function linesByDay(chats: readonly ListedChat[], now: Date): SidebarLine[] {
  const pinned = chats
    .filter(({ pinnedAt }) => pinnedAt !== null)
    .toSorted((a, b) => Date.parse(b.pinnedAt ?? '') - Date.parse(a.pinnedAt ?? ''));
  const days = new Map<number, ListedChat[]>();
  for (const chat of chats) {
    if (chat.pinnedAt !== null) continue;
    const day = Math.max(daysAgo(new Date(chat.updatedAt), now), 0);
    const group = days.get(day);
    if (group) group.push(chat);
    else days.set(day, [chat]);
  }
  return [
    ...(pinned.length > 0 ? [headingOf(sidebarTexts.pinned), ...linesOf(pinned)] : []),
    ...[...days.values()].flatMap((group) => [
      headingOf(relativeDate(new Date(group[0]?.updatedAt ?? now), now, locale())),
      ...linesOf(group, true),
    ]),
  ];
}

const headingOf = (text: string): SidebarLine => ({ kind: 'heading', id: `group ${text}`, text });

/** @param isUnderDay true if the chats' day is in the heading above */
export function linesOf(chats: readonly ListedChat[], isUnderDay = false): SidebarLine[] {
  return chats.map((chat) => ({ kind: 'chat', id: chat.id, chat, isUnderDay }));
}

/**
 * Lists the service's search results: chats with matching titles, then matching messages under a heading. If
 * the search failed, returns a single line with the error.
 *
 * @param chats the chats that are already listed
 */
export function linesOfHits(
  hits: readonly Hit[],
  chats: readonly ListedChat[],
  hasFailed: boolean,
): SidebarLine[] {
  const { found, searchFailed } = sidebarTexts;
  if (hasFailed) return [headingOf(searchFailed)];
  const listedIds = new Set(chats.map(({ chatId }) => chatId));
  const titles = hits.filter(({ messageId, chatId }) => messageId === null && !listedIds.has(chatId));
  const messages = hits.filter(({ messageId }) => messageId !== null);
  return [
    ...titles.map((hit) => ({ kind: 'title' as const, id: `title ${hit.chatId}`, hit })),
    ...(messages.length > 0 ? [headingOf(found)] : []),
    ...[...Map.groupBy(messages, ({ chatId }) => chatId).values()].flatMap(([hit, ...others]) =>
      hit ? [{ kind: 'hit' as const, id: `hit ${hit.messageId}`, hit, more: others.length }] : [],
    ),
  ];
}

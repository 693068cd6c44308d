import { daysAgo, relativeDate } from '../../../../shared/domain/relative-date.ts';
import { sidebarTexts } from '../texts.ts';
import type { Hit } from '../data/search-messages.ts';
import type { ListedChat } from './listed-chats.ts';

export type SidebarLine =
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'chat';
      readonly id: string;
      readonly chat: ListedChat;
      /** True if a heading above the chat shows its day. */
      readonly isUnderDay: boolean;
    }
  | { readonly kind: 'title'; readonly id: string; readonly hit: Hit }
  | { readonly kind: 'hit'; readonly id: string; readonly hit: Hit; readonly more: number };

/**
 * Pinned chats come first (last pinned on top), then groups by day of the last change, with the day as
 * heading [CHAT-018].
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
      headingOf(relativeDate(new Date(group[0]?.updatedAt ?? now), now)),
      ...linesOf(group, true),
    ]),
  ];
}

const headingOf = (text: string): SidebarLine => ({ kind: 'heading', id: `group ${text}`, text });

/** @param isUnderDay true if a heading above the chats shows their day */
export function linesOf(chats: readonly ListedChat[], isUnderDay = false): SidebarLine[] {
  return chats.map((chat) => ({ kind: 'chat', id: chat.id, chat, isUnderDay }));
}

/**
 * Search results from the service: chats by title, then found messages under a heading, or a line about a
 * failed search.
 *
 * @param chats chats that are already listed
 */
export function linesOfHits(
  hits: readonly Hit[],
  chats: readonly ListedChat[],
  hasFailed: boolean,
): SidebarLine[] {
  const { found, searchFailed } = sidebarTexts;
  if (hasFailed) return [headingOf(searchFailed)];
  const listed = new Set(chats.map(({ chatId }) => chatId));
  const titles = hits.filter(({ messageId, chatId }) => messageId === null && !listed.has(chatId));
  const messages = hits.filter(({ messageId }) => messageId !== null);
  return [
    ...titles.map((hit) => ({ kind: 'title' as const, id: `title ${hit.chatId}`, hit })),
    ...(messages.length > 0 ? [headingOf(found)] : []),
    ...[...Map.groupBy(messages, ({ chatId }) => chatId).values()].flatMap(([hit, ...others]) =>
      hit ? [{ kind: 'hit' as const, id: `hit ${hit.messageId}`, hit, more: others.length }] : [],
    ),
  ];
}

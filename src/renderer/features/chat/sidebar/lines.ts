import { daysAgo } from '../../../../shared/domain/relative-date.ts';
import { sidebarTexts } from '../texts.ts';
import type { Hit } from '../data/search-messages.ts';
import type { ListedChat } from './listed-chats.ts';

/** A line of the sidebar. The ids are unique. */
export type Line =
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | { readonly kind: 'chat'; readonly id: string; readonly chat: ListedChat }
  /** A chat found by its title. */
  | { readonly kind: 'title'; readonly id: string; readonly hit: Hit }
  /** A message that was found. */
  | { readonly kind: 'hit'; readonly id: string; readonly hit: Hit };

/** Days before today that have their own group. */
const RECENT_DAYS = 7;

/**
 * Groups the chats: pinned ones first (last pinned on top), then by day of the last change. Empty groups have no
 * heading.
 */
export function linesByDay(chats: readonly ListedChat[], now: Date): Line[] {
  const { pinned, today, recent, older } = sidebarTexts.groups;
  const groups = new Map<string, ListedChat[]>([pinned, today, recent, older].map((text) => [text, []]));
  for (const chat of chats) {
    const days = daysAgo(new Date(chat.updatedAt), now);
    const text = chat.pinnedAt ? pinned : days <= 0 ? today : days <= RECENT_DAYS ? recent : older;
    groups.get(text)?.push(chat);
  }
  groups.get(pinned)?.sort((a, b) => Date.parse(b.pinnedAt ?? '') - Date.parse(a.pinnedAt ?? ''));
  return [...groups].flatMap(([text, group]) =>
    group.length === 0 ? [] : [{ kind: 'heading' as const, id: `group ${text}`, text }, ...linesOf(group)],
  );
}

export function linesOf(chats: readonly ListedChat[]): Line[] {
  return chats.map((chat) => ({ kind: 'chat', id: chat.id, chat }));
}

/**
 * Search results from the service: chats by title, and messages under a heading, or that the search failed.
 *
 * @param chats the chats that are already listed
 */
export function linesOfHits(hits: readonly Hit[], chats: readonly ListedChat[], hasFailed: boolean): Line[] {
  const { found, searchFailed } = sidebarTexts;
  if (hasFailed) return [{ kind: 'heading', id: 'group failed', text: searchFailed }];
  const listed = new Set(chats.map(({ chatId }) => chatId));
  const titles = hits.filter(({ messageId, chatId }) => messageId === null && !listed.has(chatId));
  const messages = hits.filter(({ messageId }) => messageId !== null);
  return [
    ...titles.map((hit) => ({ kind: 'title' as const, id: `title ${hit.chatId}`, hit })),
    ...(messages.length > 0 ? [{ kind: 'heading' as const, id: 'group hits', text: found }] : []),
    ...messages.map((hit) => ({ kind: 'hit' as const, id: `hit ${hit.messageId}`, hit })),
  ];
}

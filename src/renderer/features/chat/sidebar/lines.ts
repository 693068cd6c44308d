import { daysAgo } from '../../../../shared/domain/relative-date.ts';
import { sidebarTexts } from '../texts.ts';
import type { Hit } from '../data/search-messages.ts';
import type { ListedChat } from './listed-chats.ts';

/** What is drawn below each other in the sidebar. The ids are unique in a list. */
export type Line =
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | { readonly kind: 'chat'; readonly id: string; readonly chat: ListedChat }
  /** A chat that the service has found by its title. */
  | { readonly kind: 'title'; readonly id: string; readonly hit: Hit }
  /** A message. */
  | { readonly kind: 'hit'; readonly id: string; readonly hit: Hit };

/** Days before today that still have their own group. */
const RECENT_DAYS = 7;

/**
 * The chats under their headings: pinned ones first (the last pinned on top), then by the calendar day of their last
 * change. A group without chats has no heading.
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

/** The chats as they come, without headings. */
export function linesOf(chats: readonly ListedChat[]): Line[] {
  return chats.map((chat) => ({ kind: 'chat', id: chat.id, chat }));
}

/**
 * What the service has found: further chats by their titles, and messages under their heading. A search that failed
 * says so there.
 *
 * @param chats those that are listed already
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

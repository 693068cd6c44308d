import type { Command, CommandGroup } from '../../../lib/commands.ts';
import { bestMatches } from '../../../lib/match.ts';
import type { Hit } from '../data/search-messages.ts';
import type { ListedChat } from '../sidebar/listed-chats.ts';
import { paletteTexts } from '../texts.ts';

export type PaletteEntry =
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }
  | { readonly kind: 'chat'; readonly id: string; readonly chat: ListedChat }
  /** A chat that only the service found, or a found message. */
  | { readonly kind: 'hit'; readonly id: string; readonly hit: Hit };

export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

interface EntrySources {
  readonly commands: readonly Command[];
  /** The ids of recently used commands, latest first. */
  readonly recent: readonly string[];
  /** The loaded chats, most recently changed first. */
  readonly chats: readonly ListedChat[];
  readonly hits: readonly Hit[];
}

const groupOrder: readonly CommandGroup[] = ['chat', 'actions', 'models', 'app'];
const RECENT_CHATS = 5;
const RECENT_COMMANDS = 4;
const MAX_RESULTS = 8;

/**
 * Returns the entries that match the query, in groups. Without a query, returns all commands and the recent
 * chats.
 */
export function entryGroups(query: string, offered: EntrySources): EntryGroup[] {
  const groups = query.trim() === '' ? allEntries(offered) : matchingEntries(query, offered);
  return groups.filter(({ entries }) => entries.length > 0);
}

function allEntries({ commands, recent, chats }: EntrySources): EntryGroup[] {
  const used = recent
    .flatMap((id) => commands.find((command) => command.id === id) ?? [])
    .slice(0, RECENT_COMMANDS);
  const [chat, ...others] = groupOrder.map((group) => ({
    title: paletteTexts.groups[group],
    entries: commands
      .filter((command) => command.group === group && !command.isMinor && !used.includes(command))
      .map(commandEntry),
  }));
  return [
    { title: paletteTexts.recentCommands, entries: used.map(commandEntry) },
    ...(chat ? [chat] : []),
    { title: paletteTexts.recent, entries: chats.slice(0, RECENT_CHATS).map(chatEntry) },
    ...others,
  ];
}

function matchingEntries(query: string, { commands, recent, chats, hits }: EntrySources): EntryGroup[] {
  // Recently used commands come first among equal matches.
  const rank = ({ id }: Command) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const ranked = commands.toSorted((a, b) => rank(a) - rank(b));
  const found = bestMatches(query, ranked, ({ label, words = '' }) => [label, words])
    .slice(0, MAX_RESULTS)
    .map(commandEntry);
  const matchingChats = bestMatches(query, chats, ({ title }) => [title, '']).slice(0, MAX_RESULTS);
  const listedIds = new Set(matchingChats.map(({ chatId }) => chatId));
  const titles = hits.filter(({ messageId, chatId }) => messageId === null && !listedIds.has(chatId));
  const messages = hits.filter(({ messageId }) => messageId !== null);
  const byTitle = [...matchingChats.map(chatEntry), ...titles.map(hitEntry)].slice(0, MAX_RESULTS);
  return [
    { title: paletteTexts.commands, entries: found },
    { title: paletteTexts.chats, entries: byTitle },
    { title: paletteTexts.messages, entries: messages.slice(0, MAX_RESULTS).map(hitEntry) },
  ];
}

const commandEntry = (command: Command): PaletteEntry => ({ kind: 'command', id: command.id, command });
const chatEntry = (chat: ListedChat): PaletteEntry => ({ kind: 'chat', id: `chat ${chat.id}`, chat });
const hitEntry = (hit: Hit): PaletteEntry => ({ kind: 'hit', id: `hit ${hit.messageId ?? hit.chatId}`, hit });

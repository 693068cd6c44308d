import { describe, expect, it } from 'vitest';
import type { Command } from '../../../lib/commands.ts';
import type { Hit } from '../data/search-messages.ts';
import type { ListedChat } from '../sidebar/listed-chats.ts';
import { type PaletteEntry, entryGroups } from './entries.ts';

const command = (label: string, change: Partial<Command> = {}): Command => ({
  id: label,
  group: 'app',
  label,
  run: () => {},
  ...change,
});
const chat = (title: string): ListedChat => ({
  chatId: title,
  id: title,
  title,
  updatedAt: '2026-11-01T00:00:00Z',
  pinnedAt: null,
  isOptimistic: false,
  isQueued: false,
});
const hit = (title: string, messageId: string | null): Hit => ({
  chatId: title,
  title,
  messageId,
  excerpt: title,
  writtenAt: '2026-11-01T00:00:00Z',
  isArchived: false,
});
const named = (entry: PaletteEntry) =>
  entry.kind === 'command'
    ? entry.command.label
    : entry.kind === 'chat'
      ? entry.chat.title
      : `${entry.hit.title} ${entry.hit.messageId ?? 'by title'}`;
const shown = (query: string, offered: Partial<Parameters<typeof entryGroups>[1]>) =>
  entryGroups(query, { commands: [], recent: [], chats: [], hits: [], ...offered }).map(
    ({ title, entries }) => [title, ...entries.map(named)],
  );

describe('the palette', () => {
  it('shows commands and the last five chats first; entries such as models only appear in a search', () => {
    const commands = [
      command('Sign out'),
      command('New chat', { group: 'chat' }),
      command('Some model', { group: 'models', isMinor: true }),
    ];
    const chats = ['a', 'b', 'c', 'd', 'e', 'f'].map(chat);
    expect(shown(' ', { commands, chats })).toEqual([
      ['Chat', 'New chat'],
      ['Recent chats', 'a', 'b', 'c', 'd', 'e'],
      ['Clover', 'Sign out'],
    ]);
    expect(shown('model', { commands, chats })).toEqual([['Commands', 'Some model']]);
  });

  it('shows recently used commands first, even among equal matches', () => {
    const commands = [
      command('New chat', { group: 'chat' }),
      command('New window'),
      command('Some model', { group: 'models', isMinor: true }),
    ];
    const recent = ['New window', 'a command that is not offered now', 'Some model'];
    expect(shown('', { commands, recent })).toEqual([
      ['Recent commands', 'New window', 'Some model'],
      ['Chat', 'New chat'],
    ]);
    expect(shown('new', { commands, recent })).toEqual([['Commands', 'New window', 'New chat']]);
  });

  it('finds commands by keywords, the best match first, then chats, then messages', () => {
    const commands = [
      command('Rename', { words: 'garden' }),
      command('A garden'),
      command('Garden'),
      command('Begarden'),
      command('Other'),
    ];
    expect(
      shown('garden', {
        commands,
        chats: [chat('Garden plans'), chat('Weeds')],
        hits: [hit('Garden plans', null), hit('Old garden', null), hit('Weeds', 'm1')],
      }),
    ).toEqual([
      ['Commands', 'Garden', 'A garden', 'Rename', 'Begarden'],
      ['Chats', 'Garden plans', 'Old garden by title'],
      ['Messages', 'Weeds m1'],
    ]);
  });

  it('includes chats that only the service found', () => {
    const offered = { chats: [chat('Garden plans')], hits: [hit('Garden plans', null)] };
    expect(shown('garden-plans', offered)).toEqual([['Chats', 'Garden plans by title']]);
    expect(shown('garden', offered)).toEqual([['Chats', 'Garden plans']]);
  });

  it('limits the results per group, and shows nothing if nothing matches', () => {
    const chats = Array.from({ length: 30 }, (_, index) => chat(`Chat ${index}`));
    expect(shown('chat', { chats })[0]).toHaveLength(1 + 8);
    expect(shown('zzz', { chats })).toEqual([]);
  });
});

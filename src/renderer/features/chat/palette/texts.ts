import { brand } from '../../../../shared/brand.ts';
import type { CommandGroup } from '../../../lib/commands.ts';

export const paletteTexts = {
  title: 'Command palette',
  open: 'Open the command palette',
  field: 'Search chats, messages and commands',
  results: 'Results',
  groups: { chat: 'Chat', actions: 'Quick actions', models: 'Models', app: brand } satisfies Record<
    CommandGroup,
    string
  >,
  commands: 'Commands',
  recent: 'Recent chats',
  chats: 'Chats',
  messages: 'Messages',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  none: 'Nothing matches',
  searching: 'Searching…',
  searchFailed: 'Chats and messages could not be searched. Please try again.',
  hints: [
    ['↑ ↓', 'choose'],
    ['Enter', 'open'],
    ['Esc', 'close'],
  ],
} as const;

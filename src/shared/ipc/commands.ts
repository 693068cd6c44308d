/** What the menu bar can press in the page: the keys of the chat by their names. Names only, as in channels.ts. */
export const pageCommands = [
  'focusInput',
  'newChat',
  'previousChat',
  'nextChat',
  'copyReply',
  'export',
  'model',
  'rename',
  'toggleSidebar',
  'help',
] as const;
export type PageCommand = (typeof pageCommands)[number];

/** What main asks of the page: to press one of its keys, or to take the link that waits for it. */
export type ShellCommand =
  { readonly kind: 'press'; readonly command: PageCommand } | { readonly kind: 'link' };

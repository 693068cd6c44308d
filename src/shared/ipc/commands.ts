/** Commands of the page that the menu bar can run. This file has no schemas, so that the preload stays small. */
export const pageCommands = [
  'focusInput',
  'newChat',
  'previousChat',
  'nextChat',
  'find',
  'copyReply',
  'export',
  'model',
  'rename',
  'toggleSidebar',
  'help',
] as const;
export type PageCommand = (typeof pageCommands)[number];

/** An instruction from the main process to the page: run a command, or fetch the waiting link or message. */
export type ShellCommand =
  | { readonly kind: 'press'; readonly command: PageCommand }
  | { readonly kind: 'link' }
  | { readonly kind: 'message' };

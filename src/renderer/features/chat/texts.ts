import { guestDeletion } from '../../lib/history-rules.ts';
import { brand } from '../../../shared/brand.ts';
import type { PageCommand } from '../../../shared/ipc/commands.ts';
import type { CommandGroup } from '../../lib/commands.ts';
import { params, plural, texts } from '../../../shared/texts.ts';

/**
 * Document B §8 defines the wording of the toasts (docs/requirements.md). The texts for import and export are
 * in `transfer`.
 */
export const chatTexts = texts('chat/chat', {
  newChat: 'New Chat',
  chat: 'Chat',
  badge: 'AI Assistant',
  landingTitle: 'What can I help with?',
  tagline: 'Ask anything without limitations. No censorship, no filters, just honest answers.',
  emptyTitle: 'Ready to Chat',
  emptyText:
    "Start a conversation by typing your message below. I'm here to help with any questions you have!",
  you: 'You',
  thinking: 'Thinking',
  processing: 'Processing your request...',
  readingFiles: 'Reading project files…',
  loadingMessages: 'Loading chat',
  olderMessages: 'Show older messages',
  loadingOlder: 'Loading older messages',
  conversation: 'Conversation',
  cutOff: 'Connection lost. The reply continues and appears here when the connection is back.',
  leftOut: "This chat is too long for the model: older messages weren't sent.",
  stopped: 'Stopped',
  interrupted: 'Interrupted: the connection ended before the reply was complete.',
  noAnswer: 'The model finished without a reply.',
  cutByLength: 'The reply reached its length limit.',
  failed: 'No reply',
  tooLong: 'This message is too long. Break it into parts.',
  /** [CHAT-094] */
  noUser: 'User information not available',
  chatGone: 'This chat no longer exists. Your text is in a new chat.',
  queued: 'Waiting for a connection. Your message will be sent then.',
  queuedForModels: 'Waiting for the models to load. Your message will be sent then.',
  cancelQueued: 'Cancel',
  retry: 'Retry',
  tryAgain: 'Try again in a moment.',
  tryAgainOrOther: 'Try again in a moment, or choose another model.',
  otherModel: 'Choose another model, then try again.',
  otherOrContactAdmin: 'Choose another model, or contact your administrator.',
  contactAdmin: 'Contact your administrator.',
  checkVendor: 'Check the provider and its key, then try again.',
  vendorSettings: 'Open API providers',
  morePlan: 'Other plans include more messages.',
  plans: 'Compare plans',
  failover: params('{vendor} replied because {unavailable} was unavailable'),
  copyMessage: 'Copy message',
  messageCopied: 'Message copied to clipboard',
  actions: 'Chat actions',
  copyAll: 'Copy All',
  export: 'Export',
  exportOrDrag: 'Click to choose a format, or drag the text (.txt) to another app',
  messageCount: plural({ one: '{count} message', other: '{count} messages' }),
  readTime: params('{minutes} min read'),
  scrollToBottom: 'Scroll to bottom',
  newMessages: params('Scroll to bottom, {badge} messages'),
});

export const guestTexts = texts('chat/guest', {
  deletion: guestDeletion,
  upgrade: 'Create an account to keep yours',
  later: 'Not now',
});

export const composerTexts = texts('chat/composer', {
  label: 'Message',
  placeholder: 'Type your message…',
  send: 'Send message',
  stop: 'Stop',
  queue: 'Queue',
  queueHint: 'Send after this reply',
  hints: 'Enter to send, Shift+Enter for a new line, / for suggestions',
  hintsForNewLine: 'Enter for a new line, Ctrl+Enter or ⌘Enter to send, / for suggestions',
  suggestions: 'Suggestions',
  longWarning: 'Very long message - consider breaking into parts',
  count: plural({ one: '{count} character', other: '{count} characters' }),
});

export const titleDialogTexts = texts('chat/titleDialog', {
  title: 'Edit Chat Title',
  placeholder: 'Enter chat title',
  cancel: 'Cancel',
  save: 'Save',
  open: params('Edit chat title: {title}'),
});

export const sidebarTexts = texts('chat/sidebar', {
  label: 'Chats',
  search: 'Search chats...',
  newChat: 'New chat',
  noMatch: 'No chats match your search',
  history: 'History',
  open: 'Open sidebar',
  close: 'Close sidebar',
  resize: 'Sidebar width',
  resizeHint: 'Drag to resize, double-click to reset',
  home: `${brand}, new chat`,
  menu: params('Options for {title}'),
  rename: 'Rename',
  pin: 'Pin',
  unpin: 'Unpin',
  delete: 'Delete',
  renameLabel: 'Chat title',
  loading: 'Loading chats',
  retry: 'Retry',
  saving: 'Saving',
  queued: 'Waiting',
  found: 'In messages',
  moreHits: params('{count} more'),
  unread: 'New reply',
  running: 'Replying',
  searchFailed: "Couldn't search messages",
  pinned: 'Pinned',
});

const error = <const Message extends string>(message: Message) =>
  ({ title: 'Error', message, variant: 'destructive' }) as const;

const refused = params(error('{message}'));

const deleteQuestion = { title: 'Delete this chat?', confirm: 'Delete', cancel: 'Cancel' };

/** Shown if the deletion can't be undone. */
export const deleteQuestions = texts('chat/deleteQuestions', {
  long: { ...deleteQuestion, text: 'This chat is too long to restore after deletion.' },
  pictures: { ...deleteQuestion, text: "Its images can't be restored after deletion." },
  files: { ...deleteQuestion, text: "Its files can't be restored after deletion." },
});

/** Shown before signing out, which would delete waiting messages. */
export const signOutQuestion = texts('chat/signOutQuestion', {
  title: 'Sign out and delete your waiting messages?',
  text: 'Some messages are waiting to be sent. Signing out deletes them from this device.',
  confirm: 'Sign out',
  cancel: 'Stay signed in',
});

export const chatToasts = texts('chat/chatToasts', {
  emptyMessage: error('Please enter a message'),
  refused,
  replyFailed: error('Failed to get response'),
  /** [CHAT-087] */
  persistentIssue: {
    title: 'Multiple Errors',
    message:
      'There seems to be a persistent issue with the API service. Please check the vendor configuration in admin settings.',
    variant: 'destructive',
  },
  /** [CHAT-088] */
  notStored: {
    title: 'Warning',
    message: 'Chat created locally, but may not sync properly',
    variant: 'warning',
  },
  earlierNotStored: {
    title: 'Warning',
    message: "The previous message isn't saved yet. Retry that one first.",
    variant: 'warning',
  },
  messagesNotLoaded: error('Failed to load chat messages'),
  historyNotLoaded: error('Failed to load chat history'),
  notFound: {
    title: 'Chat not found',
    message: "It was deleted or belongs to someone else. You're now in a new chat.",
    variant: 'info',
  },
  projectGone: {
    title: 'Project deleted',
    message: 'Your new chat is no longer in a project.',
    variant: 'info',
  },
  exportFailed: error("Couldn't export the chat. Try again."),
  renameFailed: error('Failed to rename chat in database'),
  titleFailed: error('Failed to update chat title in database'),
  titleUpdated: { title: 'Success', message: 'Chat title updated successfully', variant: 'success' },
  pinFailed: error('Failed to pin chat in database'),
  modelFailed: error("Couldn't save the chat's model. Choose it again."),
  modelGone: error("The chat's model isn't available. Your message is in the chat's input."),
  deleteFailed: error('Failed to delete chat from database'),
  restoreFailed: error("Couldn't restore the chat. Try again."),
  renamed: { title: 'Success', message: 'Chat renamed', variant: 'success' },
  deleted: { title: 'Success', message: 'Chat deleted', variant: 'success' },
});

/** [CHAT-086] */
export const failedReplyToast = (message: string) =>
  message ? chatToasts.refused({ message }) : chatToasts.replyFailed;

export const messageTexts = texts('chat/message', {
  edit: 'Edit message',
  editField: 'Edit your message',
  editNote: 'The original stays available as a version.',
  send: 'Send',
  cancel: 'Cancel',
  regenerate: 'Regenerate',
  continue: 'Continue',
  readAloud: 'Read aloud',
  stopReading: 'Stop reading',
  more: 'More',
  fork: 'Branch in new chat',
  delete: 'Delete',
  versions: params('Version {place} of {count}'),
  earlierVersion: 'Previous version',
  laterVersion: 'Next version',
});

export const deleteMessageQuestion = texts('chat/deleteMessageQuestion', {
  title: 'Delete this message?',
  text: "This also deletes the messages after it. Other versions are kept. This can't be undone.",
  confirm: 'Delete',
  cancel: 'Cancel',
});

export const messageToasts = texts('chat/messageToasts', {
  /** [CHAT-105] */
  voiceIsPro: {
    title: `${brand} Voice`,
    message: `${brand} Voice is a Pro feature. Upgrade to ${brand} Pro to listen to responses.`,
    variant: 'info',
  },
  noVoice: error('No voice is available on this device.'),
  versionNotShown: error("Couldn't show the other version. Try again."),
  notDeleted: error("Couldn't delete the message. Try again."),
  notFound: error('This message no longer exists.'),
  notForked: error("Couldn't create the chat. Try again."),
  forkRefused: refused,
});

export const paletteTexts = texts('chat/palette', {
  title: 'Command palette',
  open: 'Open the command palette',
  field: 'Search chats, messages and commands',
  results: 'Results',
  groups: { chat: 'Chat', actions: 'Quick actions', models: 'Models', app: brand } satisfies Record<
    CommandGroup,
    string
  >,
  commands: 'Commands',
  recentCommands: 'Recent commands',
  recent: 'Recent chats',
  chats: 'Chats',
  messages: 'Messages',
  count: plural({ one: '{count} result', other: '{count} results' }),
  none: 'No results',
  searching: 'Searching…',
  searchFailed: "Couldn't search chats and messages. Try again.",
  hints: [
    ['↑ ↓', 'choose'],
    ['Enter', 'open'],
    ['Esc', 'close'],
  ],
});

/** They name the chat, because the palette also lists other commands. */
export const chatCommandTexts = texts('chat/command', {
  pin: 'Pin the chat',
  unpin: 'Unpin the chat',
  archive: 'Archive the chat',
  unarchive: 'Unarchive the chat',
  delete: 'Delete the chat',
});

export const shortcutTexts = texts('chat/shortcut', {
  title: 'Keyboard shortcuts',
  close: 'Close',
  labels: {
    focusInput: 'Go to the message input (press again for the command palette)',
    newChat: 'New chat',
    previousChat: 'Previous chat',
    nextChat: 'Next chat',
    rename: 'Rename the chat',
    find: 'Find in chat',
    copyReply: 'Copy the last reply',
    export: 'Export the chat',
    model: 'Choose a model',
    toggleSidebar: 'Open or close the sidebar',
    help: 'Show all shortcuts',
  } satisfies Record<PageCommand, string>,
  send: 'Send the message',
  newLine: 'New line',
  editLast: 'Edit your last message, in an empty input',
  stop: 'Stop the reply, or clear the input',
  deleteChat: 'Delete the selected chat',
  search: 'Search shortcuts',
  none: 'No matching shortcuts',
  groups: { chats: 'Chats', message: 'Messages', app: 'App' },
});

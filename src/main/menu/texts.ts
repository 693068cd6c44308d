/** The menu bar. "&" marks the letter that opens a menu with Alt. */
export const menuTexts = {
  updates: 'Check for Updates…',
  settings: 'Account and Settings…',
  file: '&File',
  newChat: 'New Chat',
  export: 'Export Chat…',
  console: 'Admin Console',
  edit: '&Edit',
  find: 'Find in Conversation',
  copyReply: 'Copy Last Reply',
  chat: '&Chat',
  focusInput: 'Go to Message Input',
  model: 'Choose Model…',
  rename: 'Rename…',
  previousChat: 'Previous Chat',
  nextChat: 'Next Chat',
  view: '&View',
  sidebar: 'Sidebar',
  actualSize: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  shortcuts: 'Keyboard Shortcuts',
  privacy: 'What Leaves This Device',
  api: 'Developer API',
} as const;

export const contextMenuTexts = {
  learnWord: 'Add to Dictionary',
  openLink: 'Open Link in Browser',
} as const;

import { brand } from '../../shared/brand.ts';
import { texts } from '../../shared/texts.ts';

/** The menu bar. "&" marks the letter that opens a menu with Alt. */
export const menuTexts = texts('main/menu', {
  updates: 'Check for Updates…',
  settings: 'Settings…',
  file: '&File',
  newChat: 'New Chat',
  newWindow: 'New Window',
  quickAsk: 'Quick Ask',
  export: 'Export Chat…',
  console: 'Admin Panel',
  downloadData: 'Download My Data…',
  restore: 'Restore a Backup…',
  move: 'Move to Another Computer…',
  print: 'Print…',
  savePdf: 'Save as PDF…',
  edit: '&Edit',
  find: 'Find in Chat',
  copyReply: 'Copy Last Reply',
  chat: '&Chat',
  focusInput: 'Go to Message Input',
  model: 'Choose Model…',
  rename: 'Rename…',
  previousChat: 'Previous Chat',
  nextChat: 'Next Chat',
  view: '&View',
  sidebar: 'Toggle Sidebar',
  actualSize: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  shortcuts: 'Keyboard Shortcuts',
  privacy: 'Where Your Data Goes',
  api: 'API Documentation',
  report: 'Report a Problem…',
});

/** Entries that the system handles. Electron would label them in English. */
export const roleTexts = texts('main/roles', {
  about: `About ${brand}`,
  services: 'Services',
  hide: `Hide ${brand}`,
  hideOthers: 'Hide Others',
  unhide: 'Show All',
  quit: `Quit ${brand}`,
  close: 'Close Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteAndMatchStyle: 'Paste and Match Style',
  delete: 'Delete',
  selectAll: 'Select All',
  togglefullscreen: 'Toggle Full Screen',
  window: '&Window',
  minimize: 'Minimize',
  zoom: 'Zoom',
  front: 'Bring All to Front',
  help: '&Help',
});

export const contextMenuTexts = texts('main/contextMenu', {
  learnWord: 'Add to Dictionary',
  openLink: 'Open Link in Browser',
  copyImage: 'Copy Image',
  saveImage: 'Save Image As…',
});

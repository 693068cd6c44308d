/** The header's menus, which are loaded as one file after the first paint. */
export { ConversationMenu } from './ConversationMenu.tsx';
export { ExportButton } from './transfer/ExportButton.tsx';

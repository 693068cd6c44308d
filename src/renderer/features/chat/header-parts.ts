/** The header's menus. One module, so that only one file is loaded after the first paint. */
export { ConversationMenu } from './ConversationMenu.tsx';
export { ExportButton } from './transfer/ExportButton.tsx';

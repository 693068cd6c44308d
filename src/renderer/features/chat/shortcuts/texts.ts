import { texts } from '../../../lib/texts.ts';

export const toastShortcutTexts = texts('chat/toastShortcut', {
  label: 'Go to the latest message of the app, for example to Undo',
});

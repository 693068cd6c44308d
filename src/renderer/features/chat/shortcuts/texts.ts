import { texts } from '../../../lib/texts.ts';

export const toastShortcutTexts = texts('chat/toastShortcut', {
  label: 'Go to the latest notification, for example to undo',
});

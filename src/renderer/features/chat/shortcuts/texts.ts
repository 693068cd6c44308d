import { texts } from '../../../../shared/texts.ts';

export const toastShortcutTexts = texts('chat/toastShortcut', {
  label: 'Go to the latest notification',
});

import { texts } from '../../../../shared/texts.ts';

/** In a separate file, because menus need these texts before the dialog is loaded. */
export const shareMenuTexts = texts('chat/shareMenu', {
  open: 'Share…',
});

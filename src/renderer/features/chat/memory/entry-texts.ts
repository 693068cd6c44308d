import { texts } from '../../../../shared/texts.ts';

export const rememberEntryTexts = texts('chat/rememberEntry', { open: 'Remember' });

import { texts } from '../../../../shared/texts.ts';

export const pinTexts = texts('chat/pins', { moveUp: 'Move up', moveDown: 'Move down' });

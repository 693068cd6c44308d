import { texts } from '../../../lib/texts.ts';

/** In a separate file, because the first page needs these texts. */
export const attachTexts = texts('chat/attach', {
  attach: 'Attach files',
  drop: 'Drop files to attach them',
  reading: 'Wait until all files are read.',
});

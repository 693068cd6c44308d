import { texts } from '../../../lib/texts.ts';

/** Needed with the first page. */
export const attachTexts = texts('chat/attach', {
  attach: 'Attach files',
  drop: 'Drop files to attach them',
  reading: 'Wait until all files are read.',
});

import { params, texts } from '../../../../shared/texts.ts';

/** Separate from `texts.ts`, because these texts are part of the initial page load. */
export const attachTexts = texts('chat/attach', {
  attach: 'Attach files',
  screenshot: 'Take a screenshot',
  screenshotName: params('Screenshot {time}'),
  drop: 'Drop files to attach them',
  reading: 'Wait until all files are read.',
});

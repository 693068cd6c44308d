import { params, texts } from '../../../../../shared/texts.ts';

export const pageTexts = texts('chat/attachments/pages', {
  label: 'Pages of the file',
  shown: params('Page {page} of {count}'),
  /** The accessible name of the field for the page number. */
  number: 'Page number',
  previous: 'Previous page',
  next: 'Next page',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  failed: "This page can't be shown. Show the text instead, or save the file and open it in another app.",
  tooSlow:
    'Drawing this page takes too long. Show the text instead, or save the file and open it in another app.',
});

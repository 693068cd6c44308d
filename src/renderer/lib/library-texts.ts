import { texts } from '../../shared/texts.ts';
import type { Toast } from './toast.ts';

/** Texts for changes of personas, prompts and memories that wait for a connection. */
export const libraryTexts = texts('lib/library', {
  waiting: 'Waiting',
  saved: {
    title: 'Saved on this device',
    variant: 'info',
  } satisfies Toast,
});

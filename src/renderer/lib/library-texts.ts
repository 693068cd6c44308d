import { texts } from '../../shared/texts.ts';
import type { Toast } from './toast.ts';

/** Texts for changes of the user's library, projects and instructions that wait for a connection. */
export const libraryTexts = texts('lib/library', {
  waiting: 'Waiting',
  saved: {
    title: 'Saved on this device',
    variant: 'info',
  } satisfies Toast,
});

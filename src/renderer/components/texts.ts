import { brand } from '../../shared/brand.ts';
import { texts } from '../../shared/texts.ts';

export const choiceTexts = texts('components/choice', {
  scheme: 'Theme',
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },
});

/** [CHAT-045, CHAT-046] */
export const failureTexts = texts('components/failure', {
  title: 'Something went wrong',
  unexpected: 'An unexpected error occurred',
  retry: 'Retry',
  reload: 'Reload page',
  close: 'Close',
  rootTitle: `${brand} stopped working`,
  root: 'An unexpected error occurred. Unsent messages are saved on this device. Reload the page to continue.',
  replaced:
    'This part needs the new version of the app. Reload the page to open it. Unsent messages are saved.',
});

export const versionTexts = texts('components/version', {
  available: 'A new version is ready.',
  load: 'Reload',
  later: 'Later',
});

export const undoTexts = texts('components/undo', { undo: 'Undo' });

export const commonTexts = texts('components/common', { close: 'Close', loading: 'Loading' });

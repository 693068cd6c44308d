import { brand } from '../../shared/brand.ts';

export const choiceTexts = {
  scheme: 'Theme',
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },
} as const;

/** [CHAT-045, CHAT-046] */
export const failureTexts = {
  title: 'Something went wrong',
  unexpected: 'An unexpected error occurred',
  retry: 'Retry',
  reload: 'Reload page',
  close: 'Close',
  rootTitle: `${brand} stopped working`,
  root: 'An unexpected error occurred. Unsent messages are saved on this device. Reload the page to continue.',
  replaced:
    'This part needs the new version of the app. Reload the page to open it. Unsent messages are saved.',
} as const;

export const versionTexts = {
  available: 'A new version is available.',
  later: 'Later',
} as const;

export const undoTexts = { undo: 'Undo', close: 'Close' } as const;

export const commonTexts = { close: 'Close', loading: 'Loading' } as const;

import { brand } from '../../shared/brand.ts';

export const choiceTexts = {
  scheme: 'Colour scheme',
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },
  replyDisplay: 'Reply display',
  replyDisplays: { stream: 'Stream', typewriter: 'Typewriter', instant: 'Instant' },
  replyDisplayNotes: {
    stream: 'Text appears as it arrives. A reply that arrives whole is typed out in a new chat.',
    typewriter: 'Every reply of a new chat is typed out, character by character.',
    instant: 'Text appears as it arrives, and nothing is typed out.',
  },
} as const;

/** [CHAT-045, CHAT-046] */
export const failureTexts = {
  title: 'Something went wrong',
  unexpected: 'An unexpected error occurred',
  retry: 'Retry',
  reload: 'Reload page',
  close: 'Close',
  rootTitle: `${brand} stopped working`,
  root: 'An unexpected error occurred. Unsent messages are kept on this device. Reload the page to continue.',
  replaced:
    'This part belongs to a newer version of the app. Reload the page to open it. Unsent messages are kept.',
} as const;

export const versionTexts = {
  available: 'A new version is available.',
  later: 'Later',
} as const;

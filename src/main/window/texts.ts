/** Shown if a page crashes again. */
export const crashTexts = {
  message: 'This window has stopped working again.',
  detail: 'Your chats are safe. Reload the window, or close it and open the app again.',
  reload: 'Reload',
  close: 'Close',
} as const;

export const feedbackTexts = {
  retry: 'Retry',
  undo: 'Undo',
  dismiss: 'Dismiss',
} as const;

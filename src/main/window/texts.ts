import { texts } from '../../shared/texts.ts';

/** Shown if a page crashes again. */
export const crashTexts = texts('main/crash', {
  message: 'This window has stopped working again.',
  detail: 'Your chats are safe. Reload the window, or close it and open the app again.',
  reload: 'Reload',
  close: 'Close',
});

/** Shown while a page does not respond. */
export const hangTexts = texts('main/hang', {
  message: "This window isn't responding.",
  detail: 'You can wait, or reload it. Your chats are safe.',
  wait: 'Wait',
  reload: 'Reload',
});

/** Shown if a page with a temporary chat is closed or reloaded. */
export const unloadTexts = texts('main/unload', {
  message: 'End the temporary chat?',
  detail: "It isn't saved and can't be restored.",
  leave: 'End Chat',
  stay: 'Stay',
});

/** Shown if the app quits while replies are being written. */
export const quitTexts = texts('main/quit', {
  message: 'A reply is still being written.',
  detail: 'If you quit now, the reply is kept as far as it was written, and you can continue it later.',
  wait: 'Quit When Finished',
  quit: 'Quit Now',
  stay: 'Cancel',
});

export const printTexts = texts('main/print', {
  notSaved: "Couldn't save the PDF. Try again, or choose another folder.",
});

/**
 * After the code of the first screen is loaded, other code waits at most this long for it to appear (ms). Only a screen
 * that fails takes so long: a slow device needs more than a second to draw the chat.
 */
const MAX_WAIT = 5_000;

let shown: Promise<void> | null = null;
let open = () => {};

/** Makes `firstScreen` wait until the first screen is shown. `code` resolves when its code is loaded, or failed. */
export function expectFirstScreen(code: Promise<void>): void {
  shown = new Promise((resolve) => {
    open = resolve;
    void code.then(() => setTimeout(resolve, MAX_WAIT));
  });
}

export const markFirstScreen = (): void => open();

/** Resolves when the first screen is shown, so that what it doesn't need can't delay it. */
export const firstScreen = (): Promise<void> => shown ?? Promise.resolve();

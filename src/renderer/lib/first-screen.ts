/**
 * Milliseconds that other code waits for the first screen after its code is loaded. Only a failed screen takes this
 * long, but a slow device may need more than a second to draw the chat.
 */
const MAX_WAIT = 5_000;

let shown: Promise<void> | null = null;
let open = () => {};

/** Makes `firstScreen` wait until the first screen is shown. `code` resolves when its code is loaded or has failed. */
export function expectFirstScreen(code: Promise<void>): void {
  shown = new Promise((resolve) => {
    open = resolve;
    void code.then(() => setTimeout(resolve, MAX_WAIT));
  });
}

export const markFirstScreen = (): void => open();

/** Resolves when the first screen is shown. Code that it doesn't need waits for this, to avoid delaying it. */
export const firstScreen = (): Promise<void> => shown ?? Promise.resolve();

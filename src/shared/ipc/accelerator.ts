/**
 * A global shortcut in Electron's notation, e.g. `Control+Shift+Space`. It needs a modifier other than Shift: otherwise
 * it would block a key in all programs. Not a zod schema, because the page uses the pattern too.
 */
export const acceleratorPattern =
  /^(?=.*(?:Control|Command|Alt|Super)\+)(?:(?:Control|Command|Alt|Shift|Super)\+){1,4}(?:[A-Z0-9]|Space|F(?:[1-9]|1[0-9]|2[0-4]))$/;

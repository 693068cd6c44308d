/**
 * Keys that work in every program, as the shell writes them: `Control+Shift+Space`. At least one of the keys that no text
 * is written with, or the key would be gone for everybody else. Without zod, because the page reads keys by the same names.
 */
export const acceleratorPattern =
  /^(?=.*(?:Control|Command|Alt|Super)\+)(?:(?:Control|Command|Alt|Shift|Super)\+){1,4}(?:[A-Z0-9]|Space|F(?:[1-9]|1[0-9]|2[0-4]))$/;

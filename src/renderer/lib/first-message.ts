/** A key of the session storage, which is deleted when the tab closes, because the device may be shared. */
const KEY = 'clover-first-message';
/** Used if the browser forbids storage. */
let memory = '';

/**
 * Saves the text that a visitor writes on the landing page for the first chat [SITE-036]. An empty text
 * deletes it.
 */
export function saveFirstMessage(text: string): void {
  memory = text.trim();
  try {
    if (memory === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, memory);
  } catch {}
}

/** Returns the saved text once. Empty if there is none. */
export function takeFirstMessage(): string {
  let text = memory;
  try {
    text = sessionStorage.getItem(KEY) ?? memory;
  } catch {}
  saveFirstMessage('');
  return text;
}

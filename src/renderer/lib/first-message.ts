/** Until the tab closes, because the device may be shared. */
const KEY = 'clover-first-message';
/** The same if the browser forbids storage. */
let kept = '';

/** Keeps what a visitor writes on the landing page, for the first chat [SITE-036]. Empty text forgets it. */
export function keepFirstMessage(text: string): void {
  kept = text.trim();
  try {
    if (kept === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, kept);
  } catch {}
}

/** Returns the kept text once; empty if there is none. */
export function takeFirstMessage(): string {
  let text = kept;
  try {
    text = sessionStorage.getItem(KEY) ?? kept;
  } catch {}
  keepFirstMessage('');
  return text;
}

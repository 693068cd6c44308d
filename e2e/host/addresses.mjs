/**
 * Translates `app://clover/x` to a URL that Chromium can load, and back. A name under `.localhost` is a secure
 * context, as `app:` is in Electron.
 */

const translated = /^http:\/\/([a-z0-9-]+)\.([a-z][a-z0-9-]*)\.localhost(?=[/?#]|$)/;
const own = /^([a-z][a-z0-9-]*):\/\/([a-z0-9-]+)(?=[/?#]|$)/;

/** The schemes that the app registered, with their privileges. */
export const privilegedSchemes = new Map();

export function toLocalUrl(url) {
  const [all, scheme, host] = own.exec(url) ?? [];
  if (!all || !privilegedSchemes.has(scheme)) return url;
  return `http://${host}.${scheme}.localhost${url.slice(all.length)}`;
}

export function fromLocalUrl(url) {
  const [all, host, scheme] = translated.exec(url) ?? [];
  if (!all || !privilegedSchemes.has(scheme)) return url;
  return `${scheme}://${host}${url.slice(all.length)}`;
}

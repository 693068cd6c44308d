/** True if this environment supports passkeys. The desktop app doesn't, because its page has no web address. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && /^https?:$/.test(location.protocol);

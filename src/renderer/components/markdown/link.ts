/** What a person recognises a link by before following it: the host, or the address of a mail. */
export function linkHost(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}

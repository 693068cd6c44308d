/** The host, or the address of a mailto link. */
export function linkHost(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}

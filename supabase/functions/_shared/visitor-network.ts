/**
 * What stands for a visitor where addresses are counted: an IPv4 address itself, of an IPv6 address its network of 64
 * bits. Everybody with an IPv6 connection may choose among all addresses of such a network.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':') || !URL.canParse(`http://[${plain}]`)) return plain;
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, behind] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => '0');
  return `${[...before, ...zeros, ...behind].slice(0, 4).join(':')}::/64`;
}

/**
 * Addresses where clouds provide a machine's credentials to every program on it. They are never called, even if servers
 * on private networks are allowed, because no model server has such an address.
 */
const metadataAddresses: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  // Azure's, which is a public IP address.
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::23',
  // IPv4-mapped IPv6 addresses, as URLs write them.
  '::ffff:a9fe:a9fe',
  '::ffff:a9fe:aa02',
  '::ffff:a9fe:aa17',
  '::ffff:6464:64c8',
  '::ffff:c000:c0',
  '::ffff:a83f:8110',
]);

const metadataNames: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data.ec2.internal',
]);

/** Returns whether a host name from a URL, or an IP address from a resolver, is a cloud's metadata service. */
export function isMetadataHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .replace(/%.*$/, '');
  return metadataAddresses.has(name.replace(/^::ffff:(?=\d+\.)/, '')) || metadataNames.has(name);
}

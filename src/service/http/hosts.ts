import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '../environment.ts';

/** Where a request comes from and how it reached the service. */
export interface Visitor {
  /** Origin that the client used to reach the service, e.g. `http://localhost:3000`. */
  readonly origin: string;
  /** The client's IP address, from the socket, or from X-Forwarded-For behind a trusted proxy. */
  readonly address: string | null;
}

function trustedNetworks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Unwraps IPv4 addresses, which dual-stack sockets report as `::ffff:10.0.0.2`. */
export const toPlainAddress = (address: string | undefined) => address?.replace(/^::ffff:/i, '') ?? null;

export function createProxyCheck({ trustedProxies }: Environment): (address: string | null) => boolean {
  const trusted = trustedNetworks(trustedProxies);
  return (address) => address !== null && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

function ownNames(environment: Environment): Set<string> {
  const names = new Set(['localhost', '127.0.0.1', '[::1]']);
  if (environment.publicUrl) names.add(new URL(environment.publicUrl).hostname);
  if (environment.isLoopback) return names;
  names.add(environment.host.includes(':') ? `[${environment.host}]` : environment.host);
  if (environment.host === '0.0.0.0' || environment.host === '::') {
    names.add(hostname().toLowerCase());
    for (const entries of Object.values(networkInterfaces())) {
      for (const { address } of entries ?? []) names.add(isIPv6(address) ? `[${address}]` : address);
    }
  }
  return names;
}

/**
 * Identifies the client. Returns null if the Host header is not one of our names, because otherwise a website could
 * point its own name at this machine and reach the service (DNS rebinding).
 */
export function createVisitorCheck(environment: Environment): (request: IncomingMessage) => Visitor | null {
  const names = ownNames(environment);
  const publicHost = environment.publicUrl ? new URL(environment.publicUrl).host : null;
  const isTrusted = createProxyCheck(environment);
  const firstValue = (value: string | string[] | undefined) =>
    (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();

  return (request) => {
    const socketAddress = toPlainAddress(request.socket.remoteAddress);
    const isProxied = isTrusted(socketAddress);
    const host = (isProxied && firstValue(request.headers['x-forwarded-host'])) || request.headers.host;
    if (!host || !URL.canParse(`http://${host}`)) return null;
    const { hostname: name, host: authority } = new URL(`http://${host}`);
    if (!names.has(name.toLowerCase())) return null;
    const protocol =
      isProxied && firstValue(request.headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
    // Takes the rightmost address that is not a trusted proxy, because clients can forge everything to its left.
    const hops = isProxied
      ? String(request.headers['x-forwarded-for'] ?? '')
          .split(',')
          .map((hop) => hop.trim())
          .filter(Boolean)
      : [];
    const forwarded = hops.reverse().find((hop) => !isTrusted(toPlainAddress(hop)));
    // A proxy that terminates TLS forwards http requests, but the browser uses the public URL.
    const origin =
      environment.publicUrl && authority === publicHost
        ? environment.publicUrl
        : `${protocol}://${authority}`;
    return { origin, address: toPlainAddress(forwarded) ?? socketAddress };
  };
}

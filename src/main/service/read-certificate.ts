import { isIP } from 'node:net';
import { connect, getCACertificates, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import { limits } from '../../shared/ipc/limits.ts';

/** Who a server's certificate was issued to, and by whom. */
export interface CertificateNames {
  readonly subject: string;
  readonly issuer: string;
}

/** In milliseconds. Short, because the names are only additional information. */
const timeout = 3_000;

const nameOf = (party: PeerCertificate['subject'] | undefined): string | null => {
  const [name] = [party?.O ?? party?.CN].flat();
  return name === undefined || name === '' ? null : name.slice(0, limits.name);
};

/**
 * Reads the certificate of a service over a separate connection that sends nothing. The app's own requests use
 * Chromium's network stack, which checks certificates but doesn't return them. Null if the connection is
 * not encrypted, if a proxy is needed, or if Node does not trust the certificate, because unverified
 * names would be worthless.
 */
export async function readCertificate(
  origin: string,
  trusted: () => string[] = () => [...getCACertificates('default'), ...getCACertificates('system')],
): Promise<CertificateNames | null> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return null;
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  try {
    return await namesAt({
      host,
      port: Number(port || 443),
      // In TLS, a server's name can't be an IP address.
      ...(isIP(host) === 0 && { servername: host }),
      ca: trusted(),
    });
  } catch {
    return null;
  }
}

function namesAt(options: ConnectionOptions): Promise<CertificateNames | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(options, () => {
      clearTimeout(timer);
      const { subject, issuer } = socket.getPeerCertificate();
      socket.destroy();
      const [subjectName, issuerName] = [nameOf(subject), nameOf(issuer)];
      const hasNames = subjectName !== null && issuerName !== null;
      resolve(hasNames ? { subject: subjectName, issuer: issuerName } : null);
    });
    // The socket's own timeout would restart with each byte.
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), timeout);
    socket.once('error', reject).once('close', () => clearTimeout(timer));
  });
}

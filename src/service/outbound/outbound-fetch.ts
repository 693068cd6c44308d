import { lookup as resolveName } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isMetadataHost } from '../../shared/network/metadata-address.ts';
import { isPublicAddress } from '../../shared/network/public-address.ts';

/** Thrown if the URL is not allowed. Nothing was sent. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

export interface OutboundOptions {
  /** Allows vendors on this machine or in a private network (a local model server), even without TLS. */
  readonly allowPrivate: boolean;
}

/** Checks an IP address. Cloud providers' metadata services are never allowed. */
const isAllowed = (address: string, allowPrivate: boolean) =>
  !isMetadataHost(address) && (allowPrivate || isPublicAddress(address));

/** Resolves names to IP addresses that were checked, so that the socket can't connect to any other. */
const checkedLookup =
  (allowPrivate: boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const usable = addresses.filter(({ address }) => isAllowed(address, allowPrivate));
      const [first] = usable;
      if (!first) return callback(new OutboundRefused("The vendor's URL is on a private network."), '', 0);
      if (options.all) return callback(null, usable);
      callback(null, first.address, first.family);
    });
  };

function checkUrl(url: URL, allowPrivate: boolean): void {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new OutboundRefused("The vendor's URL must start with https.");
  if (url.username || url.password)
    throw new OutboundRefused("The vendor's URL must not contain a user name or password.");
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // The lookup never receives an IP address from the URL, so it is checked separately.
  if (isMetadataHost(host) || (isIP(host) && !isAllowed(host, allowPrivate)))
    throw new OutboundRefused("The vendor's URL is on a private network.");
}

/** Pauses the vendor while more than this many bytes wait for the reader. */
const bufferBytes = 65_536;

/** Streams the body with less overhead than `Readable.toWeb`, because replies have thousands of chunks. */
function toStream(message: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        message.on('data', (chunk: Buffer) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) message.pause();
        });
        message.once('end', () => controller.close());
        message.once('error', (error) => controller.error(error));
      },
      pull: () => void message.resume(),
      cancel: () => void message.destroy(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes }),
  );
}

const withoutBody = new Set([204, 205, 304]);

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2)
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  const status = message.statusCode ?? 502;
  const body = withoutBody.has(status) ? null : toStream(message);
  if (!body) message.resume();
  return new Response(body, { status, headers });
}

/**
 * Sends all outgoing requests of the service (security rule 10): https only, no private IP address unless allowed, no
 * redirects, connected only to the checked IP address, aborted when the caller aborts. The provider clients set the
 * time limits.
 */
export function createOutboundFetch({ allowPrivate }: OutboundOptions): typeof fetch {
  const lookup = checkedLookup(allowPrivate);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    checkUrl(url, allowPrivate);
    const request = new Request(input, init);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : null;
    const options: RequestOptions = {
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        'accept-encoding': 'identity',
        ...(body ? { 'content-length': body.length } : {}),
      },
      lookup,
      signal: request.signal,
      // Uses no socket timer, because every chunk would restart it. The agent's timer still closes idle sockets.
      timeout: 0,
    };
    return new Promise((resolve, reject) => {
      const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (message) => {
        const status = message.statusCode ?? 0;
        if (status >= 300 && status < 400 && message.headers.location) {
          message.destroy();
          reject(new OutboundRefused('The provider responded with a redirect, which is not followed.'));
          return;
        }
        try {
          resolve(toResponse(message));
        } catch (error) {
          // A Response can't have a status such as 999, and an error in this listener would end the process.
          message.destroy();
          reject(error instanceof Error ? error : new Error('unreadable'));
        }
      });
      outgoing.on('error', (error) =>
        reject(request.signal.aborted ? (request.signal.reason ?? error) : error),
      );
      outgoing.end(body ?? undefined);
    });
  };
}

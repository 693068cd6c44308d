import type { IncomingMessage } from 'node:http';
import { maxRequestBytes } from '../../shared/completion/completion.ts';
import { limitKey } from './address.ts';

/** Thrown if a body can't be read completely. The message is for the client. */
export class RequestBodyError extends Error {
  override readonly name = 'RequestBodyError';
  readonly status: 408 | 413 | 503;
  constructor(status: RequestBodyError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

interface RouteLimit {
  readonly prefix: string;
  readonly bytes: number;
  /** Whether the route forwards each piece, so that the body is never in memory. */
  readonly isStreamed?: boolean;
}

const limits: readonly RouteLimit[] = [
  { prefix: '/auth/v1/', bytes: 128 * kibibyte },
  // A message may be up to 1 MiB long, and JSON escapes make it longer.
  { prefix: '/rest/v1/', bytes: 8 * mebibyte },
  // Chat requests contain images.
  { prefix: '/functions/v1/chat/', bytes: maxRequestBytes },
  { prefix: '/functions/v1/', bytes: 8 * mebibyte },
  // The maximum file size, plus room for the form around it.
  { prefix: '/storage/v1/object/', bytes: 21 * mebibyte, isStreamed: true },
  { prefix: '/storage/v1/upload/', bytes: 21 * mebibyte, isStreamed: true },
];
const otherLimit: RouteLimit = { prefix: '/', bytes: 64 * kibibyte };

/**
 * Maximum bytes of a refused body to discard before closing the connection. If it closed earlier, the sender couldn't
 * read the reason.
 */
const maximumDiscarded = 64 * mebibyte;

export interface BodyLimits {
  /** Maximum bytes of all bodies in memory. */
  readonly total: number;
  /** Maximum bytes in memory from one IP address. */
  readonly perAddress: number;
  /** Milliseconds without a byte after which a request times out. */
  readonly stall: number;
  /** The same limit while a refused body is discarded. Its sender already has the response. */
  readonly discardStall: number;
}

const defaults: BodyLimits = {
  total: 64 * mebibyte,
  perAddress: 32 * mebibyte,
  stall: 20_000,
  discardStall: 2_000,
};

/** The body of one request. It is read on demand, once the caller has been checked. */
export interface RequestBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  readonly refusal: () => RequestBodyError | null;
  /** Call once the response is decided. Frees the memory and discards the rest of the body. */
  readonly finish: () => void;
}

const sizeOf = (bytes: number) => (bytes < mebibyte ? `${bytes / kibibyte} kB` : `${bytes / mebibyte} MB`);

const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined);

const limitOf = (path: string): RouteLimit =>
  limits.find(({ prefix }) => path.startsWith(prefix)) ?? otherLimit;

/** Counts the bytes of all bodies in memory, so that clients can't fill it. */
function createBudget({ total, perAddress }: BodyLimits) {
  let usedBytes = 0;
  const byAddress = new Map<string, number>();
  return (address: string | null) => {
    const key = limitKey(address ?? '');
    let requestBytes = 0;
    const add = (bytes: number) => {
      const addressBytes = (byAddress.get(key) ?? 0) + bytes;
      if (addressBytes > 0) byAddress.set(key, addressBytes);
      else byAddress.delete(key);
      usedBytes += bytes;
      requestBytes += bytes;
    };
    return {
      take(bytes: number): boolean {
        if (usedBytes + bytes > total || (byAddress.get(key) ?? 0) + bytes > perAddress) return false;
        add(bytes);
        return true;
      },
      release: () => add(-requestBytes),
    };
  };
}

export function createBodyReader(
  options: Partial<BodyLimits> = {},
): (request: IncomingMessage, address: string | null) => RequestBody {
  const settings = { ...defaults, ...options };
  const openShare = createBudget(settings);

  return (request, address) => {
    if (!hasBody(request)) return { stream: null, refusal: () => null, finish: () => {} };
    const { bytes: limit, isStreamed = false } = limitOf(request.url ?? '');
    const share = openShare(address);
    let refusal: RequestBodyError | null = null;
    let size = 0;
    const tooLarge = () =>
      new RequestBodyError(413, `The request body is larger than ${sizeOf(limit)}. Send less at a time.`);
    if (Number(request.headers['content-length'] ?? 0) > limit) refusal = tooLarge();

    const refusalOf = (bytes: number): RequestBodyError | null => {
      size += bytes;
      if (size > limit) return tooLarge();
      return isStreamed || share.take(bytes)
        ? null
        : new RequestBodyError(503, 'The service is receiving too much data. Try again in a moment.');
    };

    /** Waits for the next piece. Pauses the request in between, so that a slow reader slows its sender down. */
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      new Promise<void>((resolve) => {
        const settle = (act: () => void) => {
          clearTimeout(timer);
          request.pause();
          request.off('data', onData).off('end', onEnd).off('close', onClose);
          act();
          resolve();
        };
        const refuse = (reason: RequestBodyError) => {
          refusal = reason;
          controller.error(reason);
        };
        const onData = (piece: Buffer) =>
          settle(() => {
            const reason = refusalOf(piece.length);
            if (reason) refuse(reason);
            else controller.enqueue(new Uint8Array(piece));
          });
        const onEnd = () => settle(() => controller.close());
        const onClose = () => settle(() => controller.error(new Error('The client disconnected.')));
        const timer = setTimeout(
          () =>
            settle(() =>
              refuse(
                new RequestBodyError(408, 'The request timed out before its body was complete. Try again.'),
              ),
            ),
          settings.stall,
        );
        if (request.readableEnded) return onEnd();
        if (request.destroyed) return onClose();
        request.on('data', onData).on('end', onEnd).on('close', onClose).resume();
      });

    return {
      stream: new ReadableStream({ pull }, { highWaterMark: 0 }),
      refusal: () => refusal,
      finish() {
        share.release();
        if (request.complete && request.readableLength === 0) return;
        let discarded = 0;
        const timer = setTimeout(() => request.destroy(), settings.discardStall);
        request.on('data', (piece: Buffer) => {
          discarded += piece.length;
          timer.refresh();
          if (discarded > maximumDiscarded) request.destroy();
        });
        request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
        request.resume();
      },
    };
  };
}

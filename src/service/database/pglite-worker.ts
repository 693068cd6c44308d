import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp';
import {
  startParams,
  type WorkerAnswer,
  type WorkerRequest,
  type PgliteWorkerOptions,
} from './pglite-settings.ts';

/** Runs PGlite in a separate thread, so that an endless statement can be stopped by ending the thread. */

if (!parentPort) throw new Error('This file runs in a worker thread.');
const port = parentPort;

function respond(message: WorkerAnswer): void {
  port.postMessage(message, message.kind === 'bytes' ? [message.bytes.buffer] : []);
}

function respondWithError(error: unknown): void {
  respond({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

/** Copies a view into a larger buffer, because views can't be transferred. A Buffer's `slice` would also be a view. */
const transferableBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

const gzipSignature = Buffer.from([0x1f, 0x8b]);

/**
 * Creates the part of a Blob that PGlite reads. A real Blob would copy 30 MB several times, which takes as long as
 * opening the database.
 */
function dumpFile(dump: Uint8Array): Blob {
  const tar = gzipSignature.equals(dump.subarray(0, 2)) ? gunzipSync(dump) : dump;
  const { buffer } = transferableBytes(tar);
  return { type: 'application/x-tar', arrayBuffer: async () => buffer } as unknown as Blob;
}

async function open({ dataDir, dump, wasm }: PgliteWorkerOptions): Promise<PGlite> {
  const pglite = new PGlite({
    pgliteWasmModule: wasm,
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(dump === undefined ? {} : { loadDataDir: dumpFile(dump) }),
    startParams: [...startParams],
    extensions: { citext, pg_trgm, pgcrypto, uuid_ossp },
  });
  await pglite.waitReady;
  return pglite;
}

const memoryOf = (pglite: PGlite) => pglite.Module.HEAPU8.byteLength;

async function handle(pglite: PGlite, request: WorkerRequest): Promise<WorkerAnswer> {
  if (request.kind === 'wire') {
    // Avoids `execProtocolRaw`, which keeps every message in memory. Node's file system needs no sync.
    const { data } = await pglite.execProtocol(request.bytes, { throwOnError: false, syncToFs: false });
    return {
      kind: 'bytes',
      bytes: transferableBytes(data) as Uint8Array<ArrayBuffer>,
      memory: memoryOf(pglite),
    };
  }
  if (request.kind === 'dump') {
    const dump = await pglite.dumpDataDir(request.compression);
    return { kind: 'bytes', bytes: new Uint8Array(await dump.arrayBuffer()), memory: memoryOf(pglite) };
  }
  await pglite.close();
  return { kind: 'closed' };
}

open(workerData as PgliteWorkerOptions).then(
  (pglite) => {
    // Handles one request at a time, because a dump takes several turns of the event loop.
    let last: Promise<void> = Promise.resolve();
    port.on('message', (request: WorkerRequest) => {
      last = last.then(() => handle(pglite, request)).then(respond, respondWithError);
    });
    respond({ kind: 'opened' });
  },
  (error: unknown) => respondWithError(error),
);

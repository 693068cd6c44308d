/**
 * PGlite's start parameters. Setting any replaces PGlite's own, so they are all here; the second list is ours. 16 MB of
 * buffers instead of 128 save 60 MB of memory: the working set of a small team stays in the operating system's cache.
 */
export const startParams: readonly string[] = [
  '--single',
  '-F',
  '-O',
  '-j',
  ...[
    'exit_on_error=false',
    'log_checkpoints=false',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
  ].flatMap((setting) => ['-c', setting]),
  ...['shared_buffers=16MB', 'search_path="$user",public,extensions', 'TimeZone=UTC'].flatMap((setting) => [
    '-c',
    setting,
  ]),
];

/** What the worker opens. */
export interface PgliteStart {
  /** Directory of the database; in memory when left out. */
  readonly dataDir?: string;
  /** A dump of a data directory (`dump`) to begin with instead of an empty cluster. */
  readonly loadDataDir?: Blob;
}

/** `PgliteStart` with what the thread needs of this process. */
export interface WorkerStart extends PgliteStart {
  /** PGlite's compiled WebAssembly. */
  readonly wasm: object;
}

/** To the worker: bytes of PostgreSQL's protocol, or a task of its own. Each message gets one answer, in order. */
export type WorkerRequest =
  | { readonly kind: 'wire'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'dump'; readonly compression: 'none' | 'gzip' }
  | { readonly kind: 'close' };

/** From the worker. `opened` comes once and first, unasked. */
export type WorkerAnswer =
  | { readonly kind: 'opened' | 'closed' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly memory: number }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * PGlite's start parameters. Setting any of them replaces PGlite's defaults, so the first part repeats those, and ours
 * follow. 16 MB of buffers instead of 128 MB save 60 MB of memory: a small team's data stays in the operating system's
 * cache. Old segments of the write-ahead log are deleted instead of reused, because they contain texts that were
 * encrypted or deleted since.
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
  ...[
    'shared_buffers=16MB',
    'search_path="$user",public,extensions',
    'TimeZone=UTC',
    'wal_recycle=off',
  ].flatMap((setting) => ['-c', setting]),
];

export interface PgliteOptions {
  /** If missing, the database is in memory. */
  readonly dataDir?: string;
  /**
   * A dump of a data directory (tar or tar.gz) to start from instead of an empty database. If it is in shared memory,
   * it isn't copied.
   */
  readonly dump?: Uint8Array;
}

export interface PgliteWorkerOptions extends PgliteOptions {
  /** PGlite's compiled module, so that no thread compiles it again. */
  readonly wasm: object;
}

/** Sent to the worker: bytes of PostgreSQL's protocol, or a task. Each request gets one response, in order. */
export type WorkerRequest =
  | { readonly kind: 'wire'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'dump'; readonly compression: 'none' | 'gzip' }
  | { readonly kind: 'close' };

/** Sent by the worker. The first message is `opened`, sent once and without a request. */
export type WorkerAnswer =
  | { readonly kind: 'opened' | 'closed' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly memory: number }
  | { readonly kind: 'failed'; readonly message: string };

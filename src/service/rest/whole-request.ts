/** The largest body taken, in bytes. One message has at most 1 MiB; a bulk import has many. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Headers without credentials: functions can read the rest as `request.headers`. */
function withoutCredentials(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['authorization', 'apikey', 'cookie']) kept.delete(name);
  return kept;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Gives every row of a bulk insert the columns that the others have, as null.
 *
 * PostgREST means that by `columns` without `missing=default`; lite would store the column's default instead, and
 * answer null.
 */
function withEveryColumn(body: string, columns: readonly string[]): string {
  let rows: unknown;
  try {
    rows = JSON.parse(body);
  } catch {
    // lite answers for JSON that is broken.
    return body;
  }
  if (!Array.isArray(rows) || !rows.every(isRecord)) return body;
  const missing = Object.fromEntries(columns.map((column) => [column, null]));
  return JSON.stringify(rows.map((row) => ({ ...missing, ...row })));
}

/** The columns that a bulk insert names, `"a","b"`, or none when the default is to stand for what is missing. */
function columnsOf(request: Request): string[] {
  if (request.method !== 'POST' || /missing=default/.test(request.headers.get('prefer') ?? '')) return [];
  const columns = new URL(request.url).searchParams.get('columns');
  return columns === null ? [] : columns.split(',').map((column) => column.trim().replace(/^"(.*)"$/, '$1'));
}

/**
 * Reads the request whole, so that a slow sender never holds the lock, and without its credentials.
 *
 * @returns null when the body is larger than 16 MiB.
 */
export async function wholeRequest(request: Request): Promise<Request | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return null;
  const bytes = request.body === null ? null : await request.arrayBuffer();
  if (bytes !== null && bytes.byteLength > maxBodyBytes) return null;
  const columns = bytes === null ? [] : columnsOf(request);
  return new Request(request.url, {
    method: request.method,
    headers: withoutCredentials(request.headers),
    body:
      bytes === null || columns.length === 0
        ? bytes
        : withEveryColumn(new TextDecoder().decode(bytes), columns),
  });
}

/** Object ids of the types whose text needs care, from PostgreSQL's pg_type. */
const oid = {
  bytea: 17,
  int8: 20,
  json: 114,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

/**
 * Writes a timestamp as PostgREST does: `2026-11-20T23:40:17.32+00:00`.
 *
 * PostgreSQL's own text is `2026-11-20 23:40:17.32+00`, which Safari's Date does not read.
 */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)( BC)?$/, '$1:00$2');
}

/** A parameter for json or jsonb is a value, never text of JSON: the string `"a"` must not be read as broken JSON. */
function jsonText(value: unknown): string {
  return JSON.stringify(value);
}

function timestampText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** How PGlite reads values that come back, on top of lite's own parsers. */
export const pgliteParsers = {
  [oid.timestamp]: isoTimestamp,
  [oid.timestamptz]: isoTimestamp,
};

/** How PGlite writes parameters, where its own way differs from the one we want. */
export const pgliteSerializers = { [oid.json]: jsonText, [oid.jsonb]: jsonText };

/** The same for postgres.js, in both directions, so that own code sees no difference between the two databases. */
export const postgresTypes = {
  json: {
    to: oid.json,
    from: [oid.json],
    serialize: jsonText,
    parse: (text: string): unknown => JSON.parse(text),
  },
  jsonb: {
    to: oid.jsonb,
    from: [oid.jsonb],
    serialize: jsonText,
    parse: (text: string): unknown => JSON.parse(text),
  },
  timestamp: { to: oid.timestamp, from: [oid.timestamp], serialize: timestampText, parse: isoTimestamp },
  timestamptz: {
    to: oid.timestamptz,
    from: [oid.timestamptz],
    serialize: timestampText,
    parse: isoTimestamp,
  },
};

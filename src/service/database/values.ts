import { arrayParser, arraySerializer } from './array-text.ts';

/**
 * Writes a timestamp as PostgREST does: `2026-11-20T23:40:17.32+00:00`.
 *
 * PostgreSQL's own text is `2026-11-20 23:40:17.32+00`, which Safari's Date does not read.
 */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)( BC)?$/, '$1:00$2');
}

const asText = (text: string): string => text;

function timestampText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** A number where it holds the value exactly; a bigint otherwise. */
function wholeNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** A number where it holds the value exactly; text otherwise. */
function decimal(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : text;
}

interface TypeOfValues {
  /** Object ids from PostgreSQL's pg_type: of the type, and of its array. */
  readonly id: number;
  readonly array: number;
  readonly parse: (text: string) => unknown;
  readonly serialize: (value: never) => string;
}

const same = (id: number, array: number): TypeOfValues => ({
  id,
  array,
  parse: asText,
  serialize: String,
});
const numeric = (id: number, array: number): TypeOfValues => ({
  id,
  array,
  parse: Number,
  serialize: String,
});
const time = (id: number, array: number): TypeOfValues => ({
  id,
  array,
  parse: isoTimestamp,
  serialize: timestampText,
});
/** A parameter for json or jsonb is a value, never text of JSON: the string `"a"` must not be read as broken JSON. */
const json = (id: number, array: number): TypeOfValues => ({
  id,
  array,
  parse: (text) => JSON.parse(text) as unknown,
  serialize: (value) => JSON.stringify(value),
});

const types: Readonly<Record<string, TypeOfValues>> = {
  bool: {
    id: 16,
    array: 1000,
    parse: (text) => text === 't',
    serialize: (value: unknown) => (value === true ? 't' : value === false ? 'f' : String(value)),
  },
  bytea: {
    id: 17,
    array: 1001,
    parse: (text) => Buffer.from(text.slice(2), 'hex'),
    serialize: (value: Uint8Array) => `\\x${Buffer.from(value).toString('hex')}`,
  },
  char: same(18, 1002),
  name: same(19, 1003),
  int8: { id: 20, array: 1016, parse: wholeNumber, serialize: String },
  int2: numeric(21, 1005),
  int4: numeric(23, 1007),
  text: same(25, 1009),
  oid: numeric(26, 1028),
  json: json(114, 199),
  float4: numeric(700, 1021),
  float8: numeric(701, 1022),
  inet: same(869, 1041),
  bpchar: same(1042, 1014),
  varchar: same(1043, 1015),
  date: { ...same(1082, 1182), serialize: timestampText },
  time: same(1083, 1183),
  timestamp: time(1114, 1115),
  timestamptz: time(1184, 1185),
  interval: same(1186, 1187),
  timetz: same(1266, 1270),
  numeric: { id: 1700, array: 1231, parse: decimal, serialize: String },
  uuid: same(2950, 2951),
  jsonb: json(3802, 3807),
};

/** How postgres.js reads and writes values, types and their arrays. Each name becomes a property of the driver,
 * so none may be `name`. */
export const postgresTypes = Object.fromEntries(
  Object.entries(types).flatMap(([name, { id, array, parse, serialize }]) => [
    [`${name} value`, { to: id, from: [id], parse, serialize }],
    [
      `${name} array`,
      { to: array, from: [array], parse: arrayParser(parse), serialize: arraySerializer(serialize) },
    ],
  ]),
);

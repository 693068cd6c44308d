type Parse = (text: string) => unknown;
type Serialize = (value: never) => string;

/** Parses PostgreSQL's text of an array, `{1,2,{"a b",NULL}}`. */
export function arrayParser(parse: Parse): (text: string) => unknown[] {
  return (text) => {
    // Bounds that don't start at 1 come first: [0:1]={1,2}
    let at = text.indexOf('{');

    function element(): unknown {
      if (text[at] === '{') return list();
      if (text[at] !== '"') {
        const start = at;
        while (text[at] !== ',' && text[at] !== '}') at += 1;
        const plain = text.slice(start, at);
        return plain === 'NULL' ? null : parse(plain);
      }
      let quoted = '';
      for (at += 1; text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        quoted += text[at];
      }
      at += 1;
      return parse(quoted);
    }

    function list(): unknown[] {
      const values: unknown[] = [];
      at += 1;
      while (text[at] !== '}') {
        values.push(element());
        if (text[at] === ',') at += 1;
      }
      at += 1;
      return values;
    }

    return list();
  };
}

/** Writes an array as PostgreSQL's text. A string is taken as that text. */
export function arraySerializer(serialize: Serialize): (value: unknown) => string {
  const write = (value: unknown): string => {
    if (value === null || value === undefined) return 'NULL';
    if (Array.isArray(value)) return `{${value.map(write).join(',')}}`;
    return `"${serialize(value as never).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  };
  return (value) => (Array.isArray(value) ? write(value) : String(value));
}

/**
 * Writes a timestamp as PostgREST does: `2026-11-20T23:40:17.32+00:00`.
 *
 * PostgreSQL's own text is `2026-11-20 23:40:17.32+00`, which Safari's Date does not read.
 */
function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)( BC)?$/, '$1:00$2');
}

function timestampText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** A number if that is exact, otherwise a bigint. */
function wholeNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** A number if that is exact, otherwise text. */
function decimal(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : text;
}

interface TypeOfValues {
  /** Ids of the type and of its array in PostgreSQL's pg_type. */
  readonly id: number;
  readonly array: number;
  readonly parse: (text: string) => unknown;
  readonly serialize: (value: never) => string;
}

const same = (id: number, array: number): TypeOfValues => ({
  id,
  array,
  parse: (text) => text,
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
/** A parameter for json is a value, never JSON text. Otherwise the string `a` would be read as invalid JSON. */
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

/** The types for postgres.js. Each name becomes a property of the driver, so none may be `name`. */
export const postgresTypes = Object.fromEntries(
  Object.entries(types).flatMap(([name, { id, array, parse, serialize }]) => [
    [`${name} value`, { to: id, from: [id], parse, serialize }],
    [
      `${name} array`,
      { to: array, from: [array], parse: arrayParser(parse), serialize: arraySerializer(serialize) },
    ],
  ]),
);

type Parse = (text: string) => unknown;
type Serialize = (value: never) => string;

/** Parses the text form of PostgreSQL's arrays, `{1,2,{"a b",NULL}}`. */
export function arrayParser(parse: Parse): (text: string) => unknown[] {
  return (text) => {
    // Bounds precede the values if they don't start at 1: [0:1]={1,2}
    let at = text.indexOf('{');

    function element(): unknown {
      if (text[at] === '{') return list();
      if (text[at] !== '"') {
        const start = at;
        while (text[at] !== ',' && text[at] !== '}') at += 1;
        const plain = text.slice(start, at);
        return plain === 'NULL' ? null : parse(plain);
      }
      const start = at + 1;
      for (at = start; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      const quoted = text.slice(start, at);
      at += 1;
      // Appending each character would be slow: an element can be a whole migration.
      return parse(quoted.replaceAll(/\\(.)/gs, '$1'));
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

/** Writes an array in PostgreSQL's text form. A string is returned unchanged. */
export function arraySerializer(serialize: Serialize): (value: unknown) => string {
  const write = (value: unknown): string => {
    if (value === null || value === undefined) return 'NULL';
    if (Array.isArray(value)) return `{${value.map(write).join(',')}}`;
    return `"${serialize(value as never).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  };
  return (value) => (Array.isArray(value) ? write(value) : String(value));
}

/**
 * Writes a timestamp like PostgREST: `2026-11-20T23:40:17.32+00:00`. Safari's Date can't read PostgreSQL's own text,
 * `2026-11-20 23:40:17.32+00`.
 */
function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)( BC)?$/, '$1:00$2');
}

function timestampText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Returns a bigint if a number would lose precision. */
function wholeNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Returns the text if a number would lose precision. */
function decimal(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : text;
}

interface ValueType {
  /** The ids of the type and of its array type in PostgreSQL's pg_type. */
  readonly id: number;
  readonly array: number;
  readonly parse: (text: string) => unknown;
  readonly serialize: (value: never) => string;
}

const textType = (id: number, array: number): ValueType => ({
  id,
  array,
  parse: (text) => text,
  serialize: String,
});
const numberType = (id: number, array: number): ValueType => ({
  id,
  array,
  parse: Number,
  serialize: String,
});
const timeType = (id: number, array: number): ValueType => ({
  id,
  array,
  parse: isoTimestamp,
  serialize: timestampText,
});
/** A json parameter is a value, never JSON text. Otherwise the string `a` would be read as invalid JSON. */
const jsonType = (id: number, array: number): ValueType => ({
  id,
  array,
  parse: (text) => JSON.parse(text) as unknown,
  serialize: (value) => JSON.stringify(value),
});

const types: Readonly<Record<string, ValueType>> = {
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
  char: textType(18, 1002),
  name: textType(19, 1003),
  int8: { id: 20, array: 1016, parse: wholeNumber, serialize: String },
  int2: numberType(21, 1005),
  int4: numberType(23, 1007),
  text: textType(25, 1009),
  oid: numberType(26, 1028),
  json: jsonType(114, 199),
  float4: numberType(700, 1021),
  float8: numberType(701, 1022),
  inet: textType(869, 1041),
  bpchar: textType(1042, 1014),
  varchar: textType(1043, 1015),
  date: { ...textType(1082, 1182), serialize: timestampText },
  time: textType(1083, 1183),
  timestamp: timeType(1114, 1115),
  timestamptz: timeType(1184, 1185),
  interval: textType(1186, 1187),
  timetz: textType(1266, 1270),
  numeric: { id: 1700, array: 1231, parse: decimal, serialize: String },
  uuid: textType(2950, 2951),
  jsonb: jsonType(3802, 3807),
};

/** The types for postgres.js. Each name becomes a property of the driver, so no type may be called `name`. */
export const postgresTypes = Object.fromEntries(
  Object.entries(types).flatMap(([name, { id, array, parse, serialize }]) => [
    [`${name} value`, { to: id, from: [id], parse, serialize }],
    [
      `${name} array`,
      { to: array, from: [array], parse: arrayParser(parse), serialize: arraySerializer(serialize) },
    ],
  ]),
);

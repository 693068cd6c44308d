/** A value of a column that can be compared: text, a number, an exact integer or a truth value. */
type Comparable = string | number | bigint | boolean;

const integers = new Set(['int2', 'int4', 'int8', 'oid']);
const numbers = new Set(['float4', 'float8', 'numeric']);
const moments = new Set(['timestamp', 'timestamptz', 'date']);
const truths = new Map([
  ...['t', 'true', 'yes', 'on', '1'].map((text) => [text, true] as const),
  ...['f', 'false', 'no', 'off', '0'].map((text) => [text, false] as const),
]);

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const moment = /^(\d{4,6}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Microseconds since 1970, which is as exact as PostgreSQL is. */
function microseconds(text: string): bigint | null {
  const [, day, time = '00:00', fraction = '', zone = 'Z'] = moment.exec(text) ?? [];
  if (day === undefined) return null;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const milliseconds = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(milliseconds) ? null : BigInt(milliseconds) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

/**
 * Reads PostgreSQL's text of a value as something that compares as the database would; null when it is no value of
 * the type. Types not known here compare as text, by code points.
 */
export function comparable(type: string, text: string): Comparable | null {
  if (integers.has(type))
    return /^\s*[+-]?\d+\s*$/.test(text) ? BigInt(text.trim().replace(/^\+/, '')) : null;
  if (numbers.has(type)) return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
  if (moments.has(type)) return microseconds(text);
  if (type === 'bool') return truths.get(text.toLowerCase()) ?? null;
  if (type === 'uuid') return uuid.test(text.toLowerCase()) ? text.toLowerCase() : null;
  return text;
}

/** Which of two values of one type comes first: below 0, 0 or above 0. */
export function compare(left: Comparable, right: Comparable): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

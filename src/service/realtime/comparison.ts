type Comparable = string | bigint | boolean | Decimal;

/** An exact decimal: `sign` × 0.`digits` × 10^`exponent`. `digits` neither begins nor ends with a zero. */
interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly exponent: number;
  readonly digits: string;
}

const integers = new Set(['int2', 'int4', 'int8', 'oid']);
const floats = new Set(['float4', 'float8']);
const timestamps = new Set(['timestamp', 'timestamptz', 'date']);
const booleans = new Map([
  ...['t', 'true', 'yes', 'on', '1'].map((text) => [text, true] as const),
  ...['f', 'false', 'no', 'off', '0'].map((text) => [text, false] as const),
]);

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const timestamp =
  /^(\d{4,6}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const decimal = /^([+-])?(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,6}))?$/i;

/** Parses a time to microseconds since 1970, which is PostgreSQL's precision. */
function microseconds(text: string): bigint | null {
  const [, day, time = '00:00', fraction = '', zone = 'Z'] = timestamp.exec(text) ?? [];
  if (day === undefined) return null;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const milliseconds = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(milliseconds) ? null : BigInt(milliseconds) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

/** Parses infinity and NaN. PostgreSQL sorts NaN after everything else. */
function specialNumber(text: string): Decimal | null {
  if (text === 'nan') return { sign: 1, exponent: Infinity, digits: '9' };
  if (!/^[+-]?inf(?:inity)?$/.test(text)) return null;
  return { sign: text.startsWith('-') ? -1 : 1, exponent: Infinity, digits: '' };
}

/** Parses a `numeric` exactly. A JavaScript number would lose digits, so a filter for one amount could match others. */
function decimalOf(text: string): Decimal | null {
  const [, minus, whole = '', fraction = '', power = '0'] = decimal.exec(text) ?? [];
  if (whole === '' && fraction === '') return specialNumber(text.toLowerCase());
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return { sign: 0, exponent: 0, digits };
  return {
    sign: minus === '-' ? -1 : 1,
    exponent: whole.length - (all.length - digits.length) + Number(power),
    digits: digits.replace(/0+$/, ''),
  };
}

/** Parses a float and rounds it to its type: as a float4, 0.1 equals 0.100000001. */
function floatOf(type: string, text: string): Decimal | null {
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) return specialNumber(text.toLowerCase());
  return decimalOf(String(type === 'float4' ? Math.fround(value) : value));
}

/**
 * Parses PostgreSQL's text of a value so that it compares as in the database. Returns null if the text is not a value
 * of the type. All other types compare as text, by code points.
 */
export function parseComparable(type: string, text: string): Comparable | null {
  const trimmed = text.trim();
  if (integers.has(type)) return /^[+-]?\d+$/.test(trimmed) ? BigInt(trimmed.replace(/^\+/, '')) : null;
  if (floats.has(type)) return floatOf(type, trimmed);
  if (type === 'numeric') return decimalOf(trimmed);
  if (timestamps.has(type)) return microseconds(text);
  if (type === 'bool') return booleans.get(text.toLowerCase()) ?? null;
  if (type === 'uuid') return uuid.test(text.toLowerCase()) ? text.toLowerCase() : null;
  return text;
}

const compareNatively = <Value extends string | number | bigint | boolean>(
  left: Value,
  right: Value,
): number => (left === right ? 0 : left < right ? -1 : 1);

/** Compares two values, like a comparator of `sort`. */
export function compare(left: Comparable, right: Comparable): number {
  if (typeof left !== 'object' || typeof right !== 'object')
    return compareNatively(left as string, right as string);
  if (left.sign !== right.sign) return compareNatively(left.sign, right.sign);
  return (
    left.sign * (compareNatively(left.exponent, right.exponent) || compareNatively(left.digits, right.digits))
  );
}

type PatternToken = { readonly kind: 'any' | 'one' } | { readonly kind: 'text'; readonly text: string };

function tokensOf(pattern: string): PatternToken[] {
  const tokens: PatternToken[] = [];
  let escaped = false;
  for (const character of pattern) {
    if (escaped || !['\\', '%', '_'].includes(character)) tokens.push({ kind: 'text', text: character });
    else if (character === '%') tokens.push({ kind: 'any' });
    else if (character === '_') tokens.push({ kind: 'one' });
    escaped = !escaped && character === '\\';
  }
  return tokens;
}

/**
 * Matches like SQL's LIKE: `%` is any text, `_` one character, and a backslash escapes the next character.
 *
 * Not a regular expression, because a hostile pattern could take exponential time. This only backtracks to the last
 * `%`, so the time is at most the product of both lengths.
 */
export function isLike(text: string, pattern: string): boolean {
  const characters = Array.from(text);
  const tokens = tokensOf(pattern);
  let at = 0;
  let token = 0;
  let retry: { token: number; at: number } | null = null;
  while (at < characters.length) {
    const expected = tokens[token];
    if (expected?.kind === 'any') {
      retry = { token: token + 1, at };
      token += 1;
    } else if (
      expected &&
      (expected.kind === 'one' || (expected.kind === 'text' && expected.text === characters[at]))
    ) {
      token += 1;
      at += 1;
    } else if (retry) {
      retry.at += 1;
      ({ token, at } = retry);
    } else {
      return false;
    }
  }
  return tokens.slice(token).every(({ kind }) => kind === 'any');
}

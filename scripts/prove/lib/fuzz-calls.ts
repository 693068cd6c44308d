import { z } from 'zod';

/** Numbers from 0 to 1. */
export type Random = () => number;

/** Repeatable random numbers (mulberry32): the seed reproduces a failure. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @throws RangeError for an empty list */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  if (values.length === 0) throw new RangeError('Nothing to pick from.');
  return values[Math.floor(random() * values.length)] as Value;
}

/** Somewhere in every call. No log line and no refusal may repeat it. */
export const secret = 'sk-fuzz-0123456789abcdef';
/** A new id each time, because a request's id is accepted only once. */
const uuidOf = (random: Random) =>
  `6f1c3a52-5d0e-4a39-9a77-${String(Math.floor(random() * 1e12)).padStart(12, '0')}`;
const token = `e30.${Buffer.from(JSON.stringify({ sub: uuidOf(() => 0) })).toString('base64url')}.x`;

/** Values that some channel accepts for some field. A field uses the ones that its schema accepts. */
const leavesOf = (random: Random): readonly unknown[] => [
  uuidOf(random),
  token,
  secret,
  'sidebar_state',
  // Also base64.
  'openaiid',
  'openai',
  'https://api.example',
  'http://10.0.0.5:11434',
  'Control+Shift+F9',
  true,
  false,
  1,
  100,
];

/** A valid call, generated from the channel's schema, so that new channels need no code here. */
export function exampleOf(schema: z.ZodType, random: Random): unknown {
  if (schema instanceof z.ZodVoid) return undefined;
  if (schema instanceof z.ZodNullable && random() < 0.2) return null;
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodReadonly
  )
    return exampleOf(schema.unwrap() as z.ZodType, random);
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType, random)];
  if (schema instanceof z.ZodEnum) return pick(random, schema.options);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).filter(
      ([, field]) => !(field instanceof z.ZodExactOptional) || random() < 0.7,
    );
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, random)]));
  }
  const accepted = leavesOf(random).filter((leaf) => schema.safeParse(leaf).success);
  if (accepted.length === 0) throw new Error(`No example fits a ${schema.type}: add one to the leaves.`);
  return pick(random, accepted);
}

class Stranger {
  readonly key = secret;
  get text(): string {
    return secret;
  }
}
const hugeText = 'x'.repeat(2 * 1_048_576);
const hugeList = Array.from({ length: 20_000 }, () => secret);

const texts = [
  '',
  ' ',
  secret,
  '../settings',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '__proto__',
].concat(['\0', `a\0${secret}`, '\ud800', 'a\udfffb', hugeText, 'https://me:pw@api.example']);
const plain = [undefined, null, true, 0, -1, NaN, Infinity, 2 ** 53, 10n];
const objects = [[], {}, [secret], hugeList, new Date(NaN), new Map([[secret, 1]]), new Uint8Array(64), /x/];
const foreign = [new Error(secret), new Stranger(), Object.create(null), () => secret, Symbol(secret)];
const junk: readonly unknown[] = [...texts, ...plain, ...objects, ...foreign];

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** All values of a call, with their objects and names. */
function* placesIn(value: unknown): Generator<readonly [Fields, string]> {
  if (!isFields(value)) return;
  for (const name of Object.keys(value)) {
    yield [value, name];
    yield* placesIn(value[name]);
  }
}

const spoilers: readonly ((call: unknown, random: Random) => unknown)[] = [
  // A completely different value.
  (_call, random) => pick(random, junk),
  // A different value in one place: wrong types, huge values, NUL, lone surrogates.
  (call, random) => {
    const places = [...placesIn(call)];
    if (places.length === 0) return pick(random, junk);
    const [fields, name] = pick(random, places);
    fields[name] = pick(random, junk);
    return call;
  },
  // Missing.
  (call, random) => {
    const [fields, name] = pick(random, [...placesIn(call), [{ none: 1 }, 'none'] as const]);
    delete fields[name];
    return call;
  },
  // Extra fields with names that JavaScript treats specially.
  (call, random) => {
    if (!isFields(call)) return { ['__proto__']: null, polluted: secret };
    const name = pick(random, [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'then',
      'length',
      secret,
    ]);
    Object.defineProperty(call, name, { value: { polluted: secret }, enumerable: true, configurable: true });
    return call;
  },
  // The fields are inherited from another object.
  (call) => (isFields(call) ? (Object.create(call) as unknown) : Object.create({ polluted: secret })),
  // Circular.
  (call, random) => {
    const value: Fields = isFields(call) ? call : {};
    const [fields, name] = pick(random, [...placesIn(value), [value, 'self'] as const]);
    fields[name] = value;
    return value;
  },
];

/** The arguments of a call that our page never makes. The contract accepts some of them. */
export function hostileCall(schema: z.ZodType, random: Random): readonly unknown[] {
  const call = pick(random, spoilers)(exampleOf(schema, random), random);
  return random() < 0.1 ? [call, secret] : [call];
}

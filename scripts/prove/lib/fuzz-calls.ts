import { z } from 'zod';

/** Returns numbers from 0 to 1. */
export type RandomSource = () => number;

/** Creates repeatable random numbers (mulberry32), so that a failure can be reproduced with its seed. */
export function createRandom(seed: number): RandomSource {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @throws RangeError for an empty list */
export function pickOne<Value>(random: RandomSource, values: readonly Value[]): Value {
  if (values.length === 0) throw new RangeError('Nothing to pick from.');
  return values[Math.floor(random() * values.length)] as Value;
}

/** Every call contains this secret. No log line or error may repeat it. */
export const fuzzSecret = 'sk-fuzz-0123456789abcdef';
/** Returns a new id for each call, because each request id is accepted only once. */
const uuidOf = (random: RandomSource) =>
  `6f1c3a52-5d0e-4a39-9a77-${String(Math.floor(random() * 1e12)).padStart(12, '0')}`;
const token = `e30.${Buffer.from(JSON.stringify({ sub: uuidOf(() => 0) })).toString('base64url')}.x`;

/** Returns a recording as WebM, or any other bytes. */
function recordingOf(random: RandomSource): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from({ length: 1 + Math.floor(random() * 2_000) }, () => random() * 256);
  if (random() < 0.7) bytes.set([0x1a, 0x45, 0xdf, 0xa3].slice(0, bytes.length));
  return new Uint8Array([...bytes, ...new TextEncoder().encode(fuzzSecret)]);
}

/** Returns values that channels accept. A field gets one that its schema accepts. */
const leavesOf = (random: RandomSource): readonly unknown[] => [
  uuidOf(random),
  token,
  fuzzSecret,
  'sidebar_state',
  // The text is also valid base64.
  'openaiid',
  'openai',
  'https://api.example',
  'http://10.0.0.5:11434',
  'Control+Shift+F9',
  true,
  false,
  1,
  100,
  recordingOf(random),
];

/** Makes a valid call from the channel's schema, so that a new channel needs no code in this file. */
export function exampleOf(schema: z.ZodType, random: RandomSource): unknown {
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
  if (schema instanceof z.ZodEnum) return pickOne(random, schema.options);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).filter(
      ([, field]) => !(field instanceof z.ZodExactOptional) || random() < 0.7,
    );
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, random)]));
  }
  const accepted = leavesOf(random).filter((leaf) => schema.safeParse(leaf).success);
  if (accepted.length === 0) throw new Error(`No example fits a ${schema.type}: add one to the leaves.`);
  return pickOne(random, accepted);
}

class CustomObject {
  readonly key = fuzzSecret;
  get text(): string {
    return fuzzSecret;
  }
}
const hugeText = 'x'.repeat(2 * 1_048_576);
const hugeList = Array.from({ length: 20_000 }, () => fuzzSecret);

const texts = [
  '',
  ' ',
  fuzzSecret,
  '../settings',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '__proto__',
].concat(['\0', `a\0${fuzzSecret}`, '\ud800', 'a\udfffb', hugeText, 'https://me:pw@api.example']);
const plain = [undefined, null, true, 0, -1, NaN, Infinity, 2 ** 53, 10n];
const objects = [
  [],
  {},
  [fuzzSecret],
  hugeList,
  new Date(NaN),
  new Map([[fuzzSecret, 1]]),
  new Uint8Array(64),
  new Uint8Array(5 * 1_048_576),
  new ArrayBuffer(64),
  /x/,
];
const foreign = [
  new Error(fuzzSecret),
  new CustomObject(),
  Object.create(null),
  () => fuzzSecret,
  Symbol(fuzzSecret),
];
const hostileValues: readonly unknown[] = [...texts, ...plain, ...objects, ...foreign];

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Yields the places of all values in a call: the containing object and the name in this object. Bytes are one value.
 */
function* placesIn(value: unknown): Generator<readonly [Fields, string]> {
  if (!isFields(value) || value instanceof Uint8Array) return;
  for (const name of Object.keys(value)) {
    yield [value, name];
    yield* placesIn(value[name]);
  }
}

const mutations: readonly ((call: unknown, random: RandomSource) => unknown)[] = [
  // Replaces everything with a different value.
  (_call, random) => pickOne(random, hostileValues),
  // Replaces one value: wrong types, huge values, NUL, lone surrogates.
  (call, random) => {
    const places = [...placesIn(call)];
    if (places.length === 0) return pickOne(random, hostileValues);
    const [fields, name] = pickOne(random, places);
    fields[name] = pickOne(random, hostileValues);
    return call;
  },
  // Removes one value.
  (call, random) => {
    const [fields, name] = pickOne(random, [...placesIn(call), [{ none: 1 }, 'none'] as const]);
    delete fields[name];
    return call;
  },
  // Adds fields whose names are special in JavaScript.
  (call, random) => {
    if (!isFields(call)) return { ['__proto__']: null, polluted: fuzzSecret };
    const name = pickOne(random, [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'then',
      'length',
      fuzzSecret,
    ]);
    Object.defineProperty(call, name, {
      value: { polluted: fuzzSecret },
      enumerable: true,
      configurable: true,
    });
    return call;
  },
  // Moves the fields to the prototype, so that they are inherited.
  (call) => (isFields(call) ? (Object.create(call) as unknown) : Object.create({ polluted: fuzzSecret })),
  // Makes the call circular.
  (call, random) => {
    const value: Fields = isFields(call) ? call : {};
    const [fields, name] = pickOne(random, [...placesIn(value), [value, 'self'] as const]);
    fields[name] = value;
    return value;
  },
];

/** Returns arguments that our page never sends. The contract may still accept some of them. */
export function hostileCall(schema: z.ZodType, random: RandomSource): readonly unknown[] {
  const call = pickOne(random, mutations)(exampleOf(schema, random), random);
  return random() < 0.1 ? [call, fuzzSecret] : [call];
}

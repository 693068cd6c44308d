import { beforeEach, expect, it, vi } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import { contract, type Contract } from '../../shared/ipc/contract.ts';
import { invoke, resetElectron } from '../testing/electron.ts';
import { handle } from './handle.ts';

const calls = 400;
const secret = 'sk-fuzz-0123456789abcdef';

/** Repeatable numbers from 0 to 1 (mulberry32): a failure can be played again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words = [
  secret,
  '',
  ' ',
  '__proto__',
  'constructor',
  '../settings',
  'https://api.example',
  'https://me@api.example',
  'file:///etc/passwd',
  'openai',
  'keychain',
  '\u0000',
  '\ud800',
  'x'.repeat(20_000),
  '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
];
const fields = [
  'accessToken',
  'vendor',
  'endpointOrigin',
  'key',
  'keepIn',
  'model',
  'requestId',
  'request',
  'messages',
  'url',
  'name',
  'text',
  'value',
  '__proto__',
];

/** Any value that the structured clone between the worlds can carry. */
function anyValue(random: () => number, depth = 0): unknown {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const kind = Math.floor(random() * (depth > 3 ? 6 : 9));
  switch (kind) {
    case 0:
      return pick([undefined, null, true, false]);
    case 1:
      return pick([0, -1, NaN, Infinity, 2 ** 53, 1e308, 10n]);
    case 2:
      return pick([new Date(NaN), new Uint8Array(4), new Map(), /x/, new Error(secret)]);
    case 3:
    case 4:
    case 5:
      return pick(words);
    case 6:
      return Array.from({ length: Math.floor(random() * 5) }, () => anyValue(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 9) }, () => [pick(fields), anyValue(random, depth + 1)]),
      );
  }
}

let reached: number;
beforeEach(() => {
  resetElectron();
  reached = 0;
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

it.each(Object.values(channels))(
  'a page gone wild learns nothing from %s and reaches its handler only with what the contract takes',
  async (channel) => {
    const { input } = contract[channel];
    handle<keyof Contract>(channel, (value) => {
      reached += 1;
      expect(input.safeParse(value).success).toBe(true);
      throw new Error(`refused: ${secret}`);
    });
    const random = createRandom(channel.length * 7_919 + channel.charCodeAt(0));
    let asked = 0;
    for (let index = 0; index < calls; index += 1) {
      const parameters = Array.from({ length: Math.floor(random() * 3) }, () => anyValue(random));
      // oxlint-disable-next-line no-await-in-loop -- each call must leave the next one standing
      await expect(invoke(channel, parameters)).rejects.toThrow(
        /^(?:clover:bad-payload|The app could not do that\.)$/,
      );
      asked += 1;
    }
    expect(asked).toBe(calls);
    expect(reached).toBeLessThan(calls);
    const logged = vi.mocked(process.stderr.write).mock.calls.map(([line]) => String(line));
    expect(logged.join('')).not.toContain(secret);
  },
);

import { describe, expect, it } from 'vitest';
import { CompletionError } from '../../../src/shared/completion/error.ts';
import { createCircuits } from './circuits.ts';

const down = new CompletionError('api', 'API error (503): Down', 503);
const busy = (retryAfter: number) => new CompletionError('api', 'API error (429): Busy', 429, retryAfter);

function start() {
  let time = 0;
  const circuits = createCircuits(() => time);
  return { ...circuits, pass: (milliseconds: number) => (time += milliseconds) };
}

const calls = ({ failureOf }: ReturnType<typeof start>) =>
  Array.from({ length: 10 }, () => failureOf('a')).filter((failure) => failure === null).length;

describe('the circuit of a vendor and model', () => {
  it('pauses after three failures within a minute, and returns the failure', () => {
    const circuits = start();
    circuits.fail('a', down);
    circuits.fail('a', down);
    expect(circuits.failureOf('a')).toBeNull();
    circuits.fail('a', down);
    expect(circuits.failureOf('a')).toBe(down);
    expect(circuits.failureOf('b')).toBeNull();
  });

  it('ignores failures that are far apart, and those before a success', () => {
    const circuits = start();
    for (let failure = 0; failure < 9; failure += 1) {
      circuits.fail('a', down);
      circuits.pass(60_000);
    }
    expect(circuits.failureOf('a')).toBeNull();
    circuits.fail('a', down);
    circuits.fail('a', down);
    circuits.succeed('a');
    circuits.fail('a', down);
    expect(circuits.failureOf('a')).toBeNull();
  });

  it('allows one call after the pause, and ends the pauses if it succeeds', () => {
    const circuits = start();
    for (let failure = 0; failure < 3; failure += 1) circuits.fail('a', down);
    circuits.pass(29_999);
    expect(calls(circuits)).toBe(0);
    circuits.pass(1);
    expect(calls(circuits)).toBe(1);
    circuits.succeed('a');
    expect(calls(circuits)).toBe(10);
  });

  it('doubles the pause with each failed test, up to five minutes', () => {
    const circuits = start();
    for (let failure = 0; failure < 3; failure += 1) circuits.fail('a', down);
    const pauses: number[] = [];
    for (let test = 0; test < 5; test += 1) {
      let seconds = 0;
      while (circuits.failureOf('a') !== null) {
        circuits.pass(1000);
        seconds += 1;
      }
      pauses.push(seconds);
      circuits.fail('a', down);
    }
    expect(pauses).toEqual([30, 60, 120, 240, 300]);
  });

  it('allows another call if the test has no result for a minute', () => {
    const circuits = start();
    for (let failure = 0; failure < 3; failure += 1) circuits.fail('a', down);
    circuits.pass(30_000);
    expect(calls(circuits)).toBe(1);
    circuits.pass(60_000);
    expect(calls(circuits)).toBe(1);
  });

  it('pauses for as long as the vendor requests, at most five minutes', () => {
    const circuits = start();
    circuits.fail('a', busy(7000));
    circuits.pass(6999);
    expect(calls(circuits)).toBe(0);
    circuits.pass(1);
    expect(calls(circuits)).toBe(1);
    circuits.fail('a', busy(86_400_000));
    circuits.pass(5 * 60_000);
    expect(calls(circuits)).toBe(1);
  });

  it('remembers 500 targets', () => {
    const circuits = start();
    for (let target = 0; target < 501; target += 1) circuits.fail(String(target), busy(9000));
    expect(circuits.failureOf('0')).toBeNull();
    expect(circuits.failureOf('1')).not.toBeNull();
  });
});

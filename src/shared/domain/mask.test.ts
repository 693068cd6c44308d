import { describe, expect, it } from 'vitest';
import { maskSecrets, quoteUpstream } from './mask.ts';

describe('maskSecrets', () => {
  it.each([
    'sk-proj-abcDEF123456',
    'Bearer abc.def',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'api_key=hunter2hunter2',
    '"authorization": "Basic dXNlcjpwYXNz"',
    'deadbeefdeadbeefdeadbeef',
    'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v/2E9PQ==',
    'hf_abcdefgh',
  ])('hides %s', (secret) => {
    const masked = maskSecrets(`Wrong key ${secret} given`);
    expect(masked).toContain('[hidden]');
    expect(masked).not.toContain(secret.slice(-8).replace(/["=]+$/, ''));
  });

  it('hides a given secret of any shape', () => {
    expect(maskSecrets('key "open sesame" is wrong', ['open sesame', ''])).toBe('key "[hidden]" is wrong');
  });

  it('hides all of a longer secret that starts with a given one', () => {
    const [short, long] = ['open-sesame+', 'open-sesame+1/2.abc%2Bdef='];
    expect(maskSecrets(`Neither ${long}, nor ${short}. Sorry`, [short])).toBe(
      'Neither [hidden], nor [hidden]. Sorry',
    );
  });

  it('does not change model names and plain words', () => {
    const text =
      'The model cognitivecomputations/dolphin-mixtral-8x22b or meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo does not exist';
    expect(maskSecrets(text)).toBe(text);
  });
});

describe('quoteUpstream', () => {
  it('returns one line of at most 200 characters', () => {
    const quoted = quoteUpstream(`a\n\tb\0${'word '.repeat(100)}`);
    expect(quoted.startsWith('a b word')).toBe(true);
    expect(quoted).toHaveLength(200);
    expect(quoted.endsWith('…')).toBe(true);
  });

  it('masks before it cuts, so that no part of a key remains', () => {
    const key = `sk-${'q7'.repeat(40)}`;
    expect(quoteUpstream(`${'x '.repeat(90)}${key}`)).not.toContain('q7');
  });

  it.each(['<', '[x](', 'a-', 'sk-', 'bearer ', '0', 'key: '])(
    'processes a megabyte of %j quickly',
    (part) => {
      expect(quoteUpstream(part.repeat(1_048_576 / part.length)).length).toBeLessThanOrEqual(200);
    },
  );
});

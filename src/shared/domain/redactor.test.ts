import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

const secret = 'sesame-open-0123-4567';

function redactPieces(text: string, size: number, secrets: readonly string[] = [secret]): string {
  const { take, end } = createRedactor(secrets);
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += take(text.slice(at, at + size));
  return shown + end();
}

const everySplit = Array.from({ length: 30 }, (_, index) => index + 1);

describe('a redactor', () => {
  it.each([
    ['in the middle', `Your key is ${secret}, isn't it?`, "Your key is [hidden], isn't it?"],
    ['at the end', `It is ${secret}`, 'It is [hidden]'],
    ['twice in a row', `${secret}${secret}`, '[hidden][hidden]'],
    ['after a false start', `sesame-sesame-open-0${secret}!`, 'sesame-sesame-open-0[hidden]!'],
    ['without its last quarter', `It is ${secret.slice(0, 16)} or so`, 'It is [hidden] or so'],
    ['cut off in its last quarter', `It is ${secret.slice(0, 18)}`, 'It is [hidden]'],
  ])('hides a secret %s, however the text is split', (_name, text, shown) => {
    for (const size of everySplit) expect(redactPieces(text, size)).toBe(shown);
  });

  it.each(['A sesame-open roll', 'Ends with sesame-open', 's', ''])('returns %j unchanged', (text) => {
    for (const size of everySplit) expect(redactPieces(text, size)).toBe(text);
  });

  it('immediately returns text that cannot be part of a secret', () => {
    const { take } = createRedactor([secret]);
    expect([take('Hello '), take('sesame'), take(' oil')]).toEqual(['Hello ', '', 'sesame oil']);
  });

  it('hides every form of a secret', () => {
    const hex = Buffer.from(secret).toString('hex');
    for (const size of everySplit)
      expect(redactPieces(`${hex} is ${secret}`, size, [secret, hex])).toBe('[hidden] is [hidden]');
  });

  it('does not hide short keys, because they may be ordinary words', () => {
    expect(redactPieces('Start ollama, then not-needed', 1, ['ollama', 'not-needed'])).toBe(
      'Start ollama, then not-needed',
    );
  });
});

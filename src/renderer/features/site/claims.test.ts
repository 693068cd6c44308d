import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Claim, claims } from './claims.ts';

const quoted = (title: string) => [`'${title}'`, `"${title}"`, `\`${title}\``];

describe('the claims of the site', () => {
  it.each(Object.entries<Claim>(claims).filter(([, { proof }]) => proof !== null))(
    '%s: its proof is a test that stands [SITE-015]',
    (_, { proof }) => {
      const source = readFileSync(proof!.file, 'utf8');
      const calls = quoted(proof!.title).filter((title) => source.includes(title));
      expect(calls).toHaveLength(1);
      for (const way of ['skip', 'todo', 'fails']) expect(source).not.toContain(`.${way}(${calls[0]}`);
    },
  );

  it('name what is not proven yet, so that it cannot pass for true', () => {
    const open = Object.values<Claim>(claims).filter(({ proof }) => proof === null);
    expect(open.map(({ text }) => text)).toEqual(['End-to-end encrypted history']);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claimProofs } from './claim-proofs.ts';
import { claims } from './claims.ts';

const quoted = (title: string) => [`'${title}'`, `"${title}"`, `\`${title}\``];

describe('the claims of the site', () => {
  it.each(Object.entries(claimProofs))(
    '%s: its proof is a test that stands [SITE-015]',
    (_, { file, title }) => {
      const source = readFileSync(file, 'utf8');
      const calls = quoted(title).filter((call) => source.includes(call));
      expect(calls).toHaveLength(1);
      for (const way of ['skip', 'todo', 'fails']) expect(source).not.toContain(`.${way}(${calls[0]}`);
    },
  );

  it('say that they are proven exactly where a proof is named, and name what is not yet', () => {
    const proven = Object.entries(claims).filter(([, { isProven }]) => isProven);
    expect(proven.map(([name]) => name).toSorted()).toEqual(Object.keys(claimProofs).toSorted());
    const open = Object.values(claims).filter(({ isProven }) => !isProven);
    expect(open.map(({ text }) => text)).toEqual(['End-to-end encrypted history']);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claimProofs } from './claim-proofs.ts';
import { type Claim, claims } from './claims.ts';
import { featuresTexts } from './features/texts.ts';
import * as bottom from './landing/content/bottom-texts.ts';
import * as middle from './landing/content/middle-texts.ts';
import * as top from './landing/content/top-texts.ts';
import * as pricing from './pricing/texts.ts';

/** The titles of long journeys end with a tag. */
const quoted = (title: string) =>
  [title, `${title} @long`].flatMap((each) => [`'${each}'`, `"${each}"`, `\`${each}\``]);
const all = Object.values<Claim>(claims);

/** Returns all texts of a content module. Skips parts that are marked with `sample`. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  // A text with parameters.
  if (typeof value === 'function') return [(value as (values: object) => string)({})];
  if (typeof value !== 'object' || value === null) return [];
  return 'sample' in value ? [] : Object.values(value).flatMap(textsOf);
}

/** Words that promise something about privacy, openness or money. */
const promise =
  /guarantee|\bnever\b|\bfilter|uncensored|\blog(?:s|ged|ging)?\b|encrypt|retention|keychain|money|persona|own session|leaves your device/i;

/** Headings, most of them from the requirements. The claims below them explain them. */
const headings = new Set([
  'Uncensored',
  'Uncensored AI',
  'Uncensored AI in Action',
  'Uncensored and private AI chat',
  'The uncensored, private AI chat you can check',
  'How do I get my money back?',
  'Unfiltered Content',
  'No Prompt Logs or Tracking',
]);

describe('the claims of the site', () => {
  it.each(
    Object.entries(claimProofs).flatMap(([name, proofs]) => proofs.map((proof) => ({ name, ...proof }))),
  )('$name: $file has the test that proves it, and runs it [SITE-015]', ({ file, title }) => {
    const source = readFileSync(file, 'utf8');
    const calls = quoted(title).filter((call) => source.includes(call));
    expect(calls).toHaveLength(1);
    for (const way of ['skip', 'todo', 'fails']) expect(source).not.toContain(`.${way}(${calls[0]}`);
  });

  it('are all marked as proven, each with a proof [SITE-015]', () => {
    const proven = Object.entries<Claim>(claims).filter(([, { isProven }]) => isProven);
    expect(proven.map(([name]) => name).toSorted()).toEqual(Object.keys(claimProofs).toSorted());
    expect(Object.values(claimProofs).every((proofs) => proofs.length > 0)).toBe(true);
    expect(all.filter(({ isProven }) => !isProven)).toEqual([]);
  });

  it('are the only promises: no page uses other words [SITE-015]', () => {
    const texts = [top, middle, bottom, pricing, featuresTexts].flatMap((module) => textsOf(module));
    expect(texts.length).toBeGreaterThan(150);
    expect(texts).toContainEqual(expect.stringContaining('{days} days of buying it'));
    const isClaimed = (text: string) =>
      headings.has(text) || all.some((claim) => text.includes(claim.text) || text.includes(claim.detail));
    expect(texts.filter((text) => promise.test(text) && !isClaimed(text))).toEqual([]);
  });
});

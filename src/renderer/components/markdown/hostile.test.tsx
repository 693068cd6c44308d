import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { pieceLength } from '../long-text/pieces.ts';
import { MarkdownDocument } from './document.ts';
import { Markdown } from './Markdown.tsx';
import { parseMarkdown } from './parser.ts';
import { hostileTexts } from './testing/hostile.ts';

const LENGTH = 100_000;
const cases = Object.entries(hostileTexts);

/** Returns the duration of the longest parsing round in milliseconds. */
function longestRound(source: string): number {
  const document = new MarkdownDocument();
  let longest = 0;
  let rounds = 0;
  do {
    const started = performance.now();
    document.update(source, true);
    longest = Math.max(longest, performance.now() - started);
    rounds += 1;
  } while (document.isPending && rounds < 1_000);
  expect(document.isPending).toBe(false);
  return longest;
}

const best = (measure: () => number) => Math.min(measure(), measure(), measure());

describe('100 kB of hostile text', () => {
  const prose = 'Some *ordinary* prose with `code` and [a link](https://a.example).\n\n'.repeat(LENGTH / 66);
  // Compare the durations, so that the machine's speed doesn't matter.
  const reference = best(() => {
    const started = performance.now();
    parseMarkdown(prose);
    return performance.now() - started;
  });

  it.each(cases)('never blocks for long: %s', (_name, make) => {
    expect(best(() => longestRound(make(LENGTH))) / reference).toBeLessThan(10);
  });

  it.each(cases)('becomes a bounded number of elements: %s', (_name, make) => {
    const document = new MarkdownDocument(() => 0);
    const tokens = document
      .update(make(LENGTH), true)
      .flatMap((block) => (block.kind === 'tokens' ? block.tokens : []));
    expect(tokens.length).toBeLessThanOrEqual(30_000 + 6_000);
  });
});

describe('hostile text on the page', () => {
  const page = (text: string) =>
    new DOMParser().parseFromString(renderToStaticMarkup(<Markdown text={text} />), 'text/html');

  it.each(cases)('creates no script, event handler or foreign URL: %s', (_name, make) => {
    const { body } = page(make(4_000));
    expect(
      body.querySelector(
        'script, img, iframe, object, embed, style, link, meta, form, svg:not([aria-hidden])',
      ),
    ).toBeNull();
    const schemes = [...body.querySelectorAll('[href]')].map(
      (link) => new URL(link.getAttribute('href') ?? '').protocol,
    );
    expect(schemes.filter((scheme) => !['http:', 'https:', 'mailto:'].includes(scheme))).toEqual([]);
    for (const element of body.querySelectorAll('*')) {
      expect(
        element
          .getAttributeNames()
          .filter((name) => name.startsWith('on') || name === 'src' || name === 'style'),
      ).toEqual([]);
    }
  });

  it.each(['a', 'some words '])('is split into pieces where it is not parsed: %o', (words) => {
    const text = words.repeat(200_000 / words.length);
    const { body } = page(`${text}\n\n# ${text}\n\n- ${text}`);
    const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    let longest = 0;
    while (texts.nextNode()) longest = Math.max(longest, texts.currentNode.textContent?.length ?? 0);
    expect(longest).toBeLessThanOrEqual(pieceLength);
    expect(body.querySelector('[data-deferred]')).not.toBeNull();
  });

  it('shows a refused link as plain text', () => {
    const { body } = page('[click](javascript:alert(1)) and [path](/admin)');
    expect(body.querySelector('a')).toBeNull();
    expect(body.textContent).toContain('[click](javascript:alert(1))');
  });
});

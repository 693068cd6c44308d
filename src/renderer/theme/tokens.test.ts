import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cloverGreen } from './mantine-theme.ts';

const css = readFileSync('src/renderer/theme/tokens.css', 'utf8');

/** Every token that has a light and a dark color. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
);

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dim! + 0.05);
}

const readable = ['paper', 'paper-raised', 'paper-sunken'].flatMap((paper) =>
  ['ink', 'ink-soft', 'ink-faint', 'accent', 'danger', 'warning', 'info'].map((ink) => [ink, paper] as const),
);
const washes = ['danger', 'success', 'warning', 'info'].flatMap((tone) => [
  [tone, `${tone}-wash`] as const,
  ['ink', `${tone}-wash`] as const,
]);

const code = ['keyword', 'string', 'number', 'title', 'type', 'name'].map(
  (kind) => [`code-${kind}`, 'paper-sunken'] as const,
);

describe.each(['light', 'dark'] as const)('the %s scheme', (scheme) => {
  const color = (name: string) => tokens.get(name)![scheme];

  it.each([...readable, ...washes, ...code, ['accent', 'accent-wash'] as const])(
    'shows %s on %s at 4.5:1',
    (ink, paper) => {
      expect(contrast(color(ink), color(paper))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['accent-fill', 'accent-fill-hover'])('shows white on %s at 4.5:1', (fill) => {
    expect(contrast('#ffffff', color(fill))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['paper', 'paper-raised'])('shows the edge of a field on %s at 3:1', (paper) => {
    expect(contrast(color('rule-strong'), color(paper))).toBeGreaterThanOrEqual(3);
  });
});

describe.each(['classic', 'quiet'])('the code colors "%s"', (name) => {
  const themes = readFileSync('src/renderer/theme/code-themes.css', 'utf8');
  const block = themes.split(`[data-code-theme='${name}']`)[1]!.split('}')[0]!;
  const colors = [...block.matchAll(/--code-(\w+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];

  it('include every kind', () => {
    expect(colors.map(([, kind]) => kind)).toEqual(code.map(([kind]) => kind.replace('code-', '')));
  });

  it.each(colors.map(([, kind, light, dark]) => [kind!, light!, dark!]))(
    'are readable: %s, %s and %s',
    (_, light, dark) => {
      const paper = tokens.get('paper-sunken')!;
      expect(contrast(light, paper.light)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, paper.dark)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

it("fills Mantine buttons with the same green as the app's own", () => {
  expect(cloverGreen[8]).toBe(tokens.get('accent-fill')?.light);
});

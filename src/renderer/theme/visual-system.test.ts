import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sheets = globSync('src/renderer/**/*.css').filter((file) => !file.startsWith('src/renderer/theme/'));
const tokens = readFileSync('src/renderer/theme/tokens.css', 'utf8');
const defined = new Set([...tokens.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name));

interface Declaration {
  readonly property: string;
  readonly value: string;
}

function declarationsOf(css: string): Declaration[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...rules.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map(
    ([, property = '', value = '']) => ({ property, value: value.trim().replaceAll(/\s+/g, ' ') }),
  );
}

const color = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|lch)\(/i;
/** Relative to the text around it, e.g. code in a heading. */
const isRelative = /^[\d.]+em\b/;
/** A line drawn as a shadow at an element's edge: no blur, in a theme color. */
const isLine = /^(?:inset )?(?:-?[\d.]+(?:px)? ){2}0 (?:[\d.]+px )?var\(--[\w-]+\)$/;

/**
 * Returns why a declaration does not belong to the visual system (docs/visual-system.md), or null if it does.
 */
function faultOf({ property, value }: Declaration): string | null {
  if (color.test(value)) return 'color';
  if (property === 'font-size' || property === 'font')
    return /var\(--(?:text|title)-|^inherit$/.test(value) || isRelative.test(value) ? null : 'font size';
  if (property.endsWith('radius'))
    return value.split(' ').every((part) => /^(?:0|inherit|var\(--radius-\w+\))$/.test(part))
      ? null
      : 'radius';
  if (property === 'box-shadow')
    return /^(?:none|var\(--shadow-\w+\))$/.test(value) || isLine.test(value) ? null : 'shadow';
  if (property.startsWith('transition')) return /\d(?:ms|s)\b/.test(value) ? 'duration' : null;
  return null;
}

it.each([
  ['color: #fff', 'color'],
  ['background: rgb(0 0 0 / 50%)', 'color'],
  ['font-size: 15px', 'font size'],
  ['font: 0.9rem var(--font-code)', 'font size'],
  ['border-start-start-radius: 4px', 'radius'],
  ['box-shadow: 0 2px 4px var(--rule)', 'shadow'],
  ['transition: color 100ms', 'duration'],
  ['box-shadow: inset 0 2px 0 var(--accent)', null],
  ['font: 0.875em var(--font-code)', null],
  ['border-radius: 0 var(--radius-md)', null],
  ['transition: color var(--quick) var(--ease)', null],
])('finds in "%s": %s', (declaration, fault) => {
  const [found] = declarationsOf(`a { ${declaration}; }`);
  expect(found && faultOf(found)).toBe(fault);
});

it("style sheets use only the theme's sizes, radii, shadows, colors and durations", () => {
  const faults = sheets.flatMap((file) =>
    declarationsOf(readFileSync(file, 'utf8')).flatMap((declaration) => {
      const fault = faultOf(declaration);
      return fault ? [`${file}: ${fault}: ${declaration.property}: ${declaration.value}`] : [];
    }),
  );
  expect(sheets.length).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

it('the documentation lists every token', () => {
  const page = readFileSync('docs/visual-system.md', 'utf8');
  expect([...defined].filter((name) => name && !page.includes(`\`${name}\``))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Badge, type BadgeTone } from './Badge.tsx';

const css = readFileSync('src/renderer/features/admin/feedback/Badge.module.css', 'utf8');
const rule = (selector: string) => css.split(`${selector} {`)[1]?.split('}')[0] ?? '';

it.each<[BadgeTone, string]>([
  ['good', 'success'],
  ['caution', 'warning'],
  ['bad', 'danger'],
  ['note', 'info'],
])('shows a state that is %s in the colors of %s', (tone, token) => {
  render(<Badge tone={tone}>State</Badge>);
  expect(screen.getByText('State')).toHaveAttribute('data-tone', tone);
  const declarations = rule(`.badge[data-tone='${tone}']`);
  expect(declarations).toContain(`background: var(--${token}-wash);`);
  expect(declarations).toContain(` color: var(--${token});`);
});

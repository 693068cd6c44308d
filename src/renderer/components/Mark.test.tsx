import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Mark } from './Mark.tsx';

it('draws four leaves a quarter turn apart, and a stem', () => {
  const { container } = render(<Mark />);
  const leaves = [...container.querySelectorAll('g path')];
  expect(leaves.map((leaf) => leaf.getAttribute('transform'))).toEqual(
    [45, 135, 225, 315].map((turn) => `rotate(${turn} 16 15)`),
  );
  expect(container.querySelectorAll('svg > path[stroke="currentColor"]')).toHaveLength(1);
});

import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StatTile } from './StatTile.tsx';

it.each([
  [30, 20, 'Up 50% from last week', 'tabler-icon-arrow-up-right'],
  [15, 20, 'Down 25% from last week', 'tabler-icon-arrow-down-right'],
])('shows a change to %i from %i as text and an arrow', (today, before, words, icon) => {
  const { container } = render(<StatTile name="Replies" value={`${today}`} today={today} before={before} />);
  expect(container).toHaveTextContent(words);
  expect([...container.querySelectorAll('svg')].map((svg) => [...svg.classList])).toEqual([
    expect.arrayContaining([icon]),
  ]);
});

it.each([
  [20, 20, 'Same as last week'],
  [20, 0, 'None on the same day last week'],
])('describes a change to %i from %i, without an arrow', (today, before, words) => {
  const { container } = render(<StatTile name="Replies" value={`${today}`} today={today} before={before} />);
  expect(container).toHaveTextContent(words);
  expect(container.querySelector('svg')).toBeNull();
});

import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LongText } from './LongText.tsx';

const text = 'A line.\n'.repeat(10_000);

it.each([
  [undefined, [true, true, true, true]],
  ['start', [false, false, true, true]],
  ['end', [true, true, false, false]],
] as const)(
  'defers the layout of all pieces except at the %s, which is scrolled to',
  (scrollsTo, expected) => {
    const { container } = render(<LongText text={text} {...(scrollsTo && { scrollsTo })} />);
    const deferred = Array.from(container.querySelectorAll('span'), ({ dataset }) => 'deferred' in dataset);
    expect(deferred.length).toBeGreaterThan(15);
    expect([...deferred.slice(0, 2), ...deferred.slice(-2)]).toEqual(expected);
  },
);

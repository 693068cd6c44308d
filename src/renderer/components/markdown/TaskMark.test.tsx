import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TaskMark } from './elements.tsx';

it.each([
  [true, 'tabler-icon-square-check-filled', 'Done'],
  [false, 'tabler-icon-square', 'To do'],
])('renders and names an item (done: %s)', (isDone, icon, words) => {
  const { container } = render(<TaskMark isDone={isDone} />);
  expect(container.querySelector('svg')).toHaveClass(icon);
  expect(container).toHaveTextContent(words);
});

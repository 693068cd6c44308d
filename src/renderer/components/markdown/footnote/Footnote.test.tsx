import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Markdown } from '../Markdown.tsx';

const text = 'Peas grow[^1] fast[^why].\n\n[^1]: In **May**.\n[^why]: Sun,\n    and water.\n\nThe end.';

it('links a footnote and its reference to each other', async () => {
  render(<Markdown text={text} />);
  // Parsing may continue in the next frame.
  const reference = await screen.findByRole('link', { name: 'Footnote why' });
  await userEvent.click(reference);
  expect(document.activeElement).toHaveTextContent(/^whySun,\s?and water\./);
  await userEvent.click(screen.getByRole('link', { name: 'Back to the reference to footnote why' }));
  expect(reference).toHaveFocus();
  expect(location.hash).toBe('');
});

it('formats the text of a footnote', async () => {
  render(<Markdown text={text} />);
  expect((await screen.findByText('May')).tagName).toBe('STRONG');
  expect(screen.getByText('The end.')).toBeVisible();
});

it('has other ids in each message', async () => {
  const { container } = render(
    <>
      <Markdown text={text} />
      <article>
        <Markdown text={text} />
      </article>
    </>,
  );
  await waitFor(() => expect(container.querySelectorAll('[id]')).toHaveLength(8));
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(8);
  const second = screen.getByRole('article');
  await userEvent.click(within(second).getByRole('link', { name: 'Footnote 1' }));
  expect(second).toContainElement(document.activeElement as HTMLElement);
});

it.each(['Peas[^1] grow.', '`a[^1]`\n\n[^1]: Note', '[^1](https://clover.test)', 'Peas[^a b] grow.'])(
  'leaves %j without a footnote as it is',
  (source) => {
    render(<Markdown text={source} />);
    expect(screen.queryByRole('link', { name: /^Footnote/ })).toBeNull();
  },
);

it('appears while the text grows', async () => {
  const { rerender } = render(<Markdown text={text.slice(0, 27)} isGrowing />);
  expect(await screen.findByText(/grow\[\^1\] fast\[\^why\]/)).toBeVisible();
  rerender(<Markdown text={text} isGrowing />);
  expect(await screen.findAllByRole('link', { name: /^Footnote/ })).toHaveLength(2);
});

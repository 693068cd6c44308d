import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { UserMessageText } from './UserMessageText.tsx';

afterEach(() => void vi.restoreAllMocks());

const show = (text: string, onUnfold = vi.fn<() => void>()) => {
  const { container } = renderApp(<UserMessageText text={text} onUnfold={onUnfold} />);
  return { container, onUnfold };
};
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

it('formats code, lists and tables in messages by the user', async () => {
  const { container } = show(
    'Fix **this**:\n\n```ts\nconst a = 1;\n```\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  );
  // Parsing may continue in the next frame.
  await waitFor(() => expect(container.querySelectorAll('td')).toHaveLength(2));
  expect(screen.getByText('this').tagName).toBe('STRONG');
  expect(within(screen.getByRole('figure', { name: 'ts' })).getByText('const a = 1;')).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('shows HTML in messages by the user as text', () => {
  const { container } = show('<img src=x onerror="alert(1)"><script>alert(2)</script>');
  expect(container.querySelector('img, script')).toBeNull();
  expect(container).toHaveTextContent('<img src=x onerror="alert(1)"><script>alert(2)</script>');
});

it("keeps the user's line breaks and indentation", () => {
  const { container } = show('def f():\n  if a:\n      return 1');
  const paragraph = container.querySelector('p');
  expect(paragraph?.querySelectorAll('br')).toHaveLength(2);
  expect(paragraph?.textContent).toBe('def f():  if a:      return 1');
});

it('folds a long message until Show all is pressed', async () => {
  const { container, onUnfold } = show(lines(30));
  expect(container).toHaveTextContent('line 10');
  expect(container).not.toHaveTextContent('line 11');
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  const button = screen.getByRole('button', { name: 'Show all', expanded: false });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(onUnfold).toHaveBeenCalledOnce();
  expect(container).toHaveTextContent('line 30');
  expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toHaveFocus();
  expect(scroll).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(container).not.toHaveTextContent('line 11');
  expect(onUnfold).toHaveBeenCalledOnce();
  expect(scroll).toHaveBeenCalledOnce();
});

it('does not fold a short message', () => {
  show(lines(12));
  expect(screen.queryByRole('button')).toBeNull();
});

it('prints long messages completely', () => {
  const { container } = show(lines(30));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(container).toHaveTextContent('line 30');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(container).not.toHaveTextContent('line 11');
});

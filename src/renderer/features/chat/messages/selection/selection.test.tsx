import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gardenChat } from '../../testing/garden-chat.ts';
import { openChat } from '../../testing/open-chat.tsx';
import { withQuote } from './quote.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './SelectionBar.tsx';

const reply = '# Plan\n\nSow **peas** in May.\n\n- dig\n- water\n\n```sh\nnpm start\n```';

beforeEach(() => {
  // jsdom has no layout.
  Range.prototype.getClientRects = () => [new DOMRect(10, 10, 100, 20)] as unknown as DOMRectList;
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockImplementation(() => document.body);
});

const open = () => openChat(...gardenChat({ content: reply }));

function select(from: Element, to = from): void {
  const range = document.createRange();
  range.setStart(from, 0);
  range.setEnd(to, to.childNodes.length);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  act(() => void document.dispatchEvent(new Event('selectionchange')));
}

const button = (name: string) => screen.findByRole('button', { name });

describe('selected text', () => {
  it('is quoted in the input, below the typed text', async () => {
    const { user, input } = open();
    await user.type(await input(), 'First');
    select(await screen.findByText('peas'));
    await user.click(await button('Quote'));
    expect(await input()).toHaveValue('First\n\n> peas\n\n');
    expect(await input()).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected text' })).toBeNull());
  });

  it('is copied as the Markdown source of its blocks', async () => {
    const { user } = open();
    select(await screen.findByText('peas'), screen.getByText('dig'));
    await user.click(await button('Copy as Markdown'));
    expect(await navigator.clipboard.readText()).toBe('Sow **peas** in May.\n\n- dig\n- water');
  });

  it('keeps code fences and headings, across messages', async () => {
    const { user } = open();
    await screen.findByText('npm start');
    select(screen.getByText('What grows?'), screen.getByText('npm start'));
    await user.click(await button('Copy as Markdown'));
    expect(await navigator.clipboard.readText()).toBe(`What grows?\n\n${reply}`);
  });

  it('is reached with Tab and left with Escape', async () => {
    const { user } = open();
    (await screen.findByRole('log')).focus();
    select(await screen.findByText('peas'));
    await button('Quote');
    await user.keyboard('{Tab}');
    expect(await button('Quote')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('log')).toHaveFocus();
    expect(document.getSelection()?.isCollapsed).toBe(true);
  });

  it('has no bar if it is outside of messages', async () => {
    open();
    await screen.findByText('peas');
    select(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('toolbar', { name: 'Selected text' })).toBeNull();
  });
});

it('starts each line with a quote mark', () => {
  expect(withQuote('', 'a\n\nb')).toBe('> a\n>\n> b\n\n');
});

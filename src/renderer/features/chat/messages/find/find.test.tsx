import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gardenChat } from '../../testing/garden-chat.ts';
import { openChat } from '../../testing/open-chat.tsx';
import { patternOf } from './hits.ts';
import { rangesIn } from './ranges.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './FindBar.tsx';

// jsdom has no layout.
beforeEach(() => {
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 300, 50, 20);
  Element.prototype.scrollTo = () => {};
});
afterEach(() => {
  Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect');
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const question = [...lines, 'peas at the end'].join('\n');
const reply = { content: 'Sow **pe**as.\n\n```sh\nsow peas\n```', reasoning_ms: 1200 };

const findField = () => screen.findByRole('textbox', { name: 'Find in chat' });
const expectClosed = () => expect(screen.queryByRole('textbox', { name: 'Find in chat' })).toBeNull();

async function openFind() {
  const app = openChat(...gardenChat(reply, question));
  await screen.findByText('sow peas');
  await app.user.keyboard('{Control>}f{/Control}');
  const field = await findField();
  return { ...app, bar: within(field.parentElement!), field };
}
const found = () => document.querySelector('[data-marked]')?.getAttribute('data-message');

describe('Ctrl+F', () => {
  it('finds all matches, and wraps around when stepping through them', async () => {
    const { user, bar, field } = await openFind();
    expect(field).toHaveFocus();
    await user.keyboard('PEAS');
    expect(await bar.findByText('1 of 3')).toBeVisible();
    expect(found()).toBe('question');
    await user.keyboard('{Enter}');
    expect(await bar.findByText('2 of 3')).toBeVisible();
    await waitFor(() => expect(found()).toBe('reply'));
    await user.click(bar.getByRole('button', { name: 'Next result' }));
    await user.click(bar.getByRole('button', { name: 'Next result' }));
    expect(await bar.findByText('1 of 3')).toBeVisible();
    field.focus();
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(await bar.findByText('3 of 3')).toBeVisible();
    await user.keyboard('x');
    expect(await bar.findByText('No results')).toBeVisible();
    expect(bar.getByRole('button', { name: 'Next result' })).toBeDisabled();
  });

  it("unfolds the user's message that contains the words", async () => {
    const { user } = await openFind();
    expect(screen.queryByText(/peas at the end/)).toBeNull();
    await user.keyboard('at the end');
    expect(await screen.findByText(/peas at the end/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show less' })).toBeVisible();
  });

  it("opens the browser's search if pressed in the field, and returns to the field from elsewhere", async () => {
    const { user, input, field } = await openFind();
    const press = { key: 'f', code: 'KeyF', ctrlKey: true };
    expect(fireEvent.keyDown(field, press)).toBe(true);
    await user.click(await input());
    expect(fireEvent.keyDown(await input(), press)).toBe(false);
    expect(field).toHaveFocus();
  });

  it('Escape closes it and returns to the earlier position', async () => {
    const { user, input } = openChat(...gardenChat(reply, question));
    await screen.findByText('sow peas');
    await user.click(await input());
    await user.keyboard('{Control>}f{/Control}');
    await findField();
    await user.keyboard('peas{Escape}');
    expectClosed();
    expect(await input()).toHaveFocus();
    expect(found()).toBeUndefined();
  });

  it('Escape returns the focus to the conversation without adding a focus ring', async () => {
    const { user } = openChat(...gardenChat(reply, question));
    await screen.findByText('sow peas');
    const log = screen.getByRole('log');
    log.focus();
    vi.spyOn(log, 'matches').mockReturnValue(false);
    const focus = vi.spyOn(log, 'focus');
    await user.keyboard('{Control>}f{/Control}');
    await findField();
    await user.keyboard('{Escape}');
    expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true, focusVisible: false });
    expect(log).toHaveFocus();
  });

  it("opens the browser's search if there is no conversation", async () => {
    const { input } = openChat('/chat');
    expect(fireEvent.keyDown(await input(), { key: 'f', code: 'KeyF', ctrlKey: true })).toBe(true);
  });

  it("is also in the chat's menu", async () => {
    const { user } = openChat(...gardenChat());
    await user.click(await screen.findByRole('button', { name: 'Chat actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Find in chat' }));
    expect(await findField()).toBeVisible();
  });
});

describe('the marked text', () => {
  const rangesOf = (html: string, query: string) => {
    const row = document.createElement('div');
    row.innerHTML = html;
    const pattern = patternOf(query);
    return pattern && rangesIn(row, pattern).map(String);
  };

  it('spans formatting, but excludes controls, thoughts and text for screen readers', () => {
    const html = `<div data-thoughts><div data-markdown><p>peas</p></div></div>
      <div data-markdown><p>Sow <b>pe</b>as<span class="visually-hidden">peas</span></p>
      <figure><figcaption>peas <button>peas</button></figcaption><pre>2 peas</pre></figure></div>`;
    expect(rangesOf(html, 'peas')).toEqual(['peas', 'peas']);
  });

  it('ends at the end of a block', () => {
    expect(rangesOf('<div data-markdown><p>one</p><p>two</p></div>', 'onetwo')).toEqual([]);
    expect(rangesOf('<div data-markdown><p>one<br>two</p></div>', 'one two')).toEqual(['onetwo']);
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { libraryDatabase } from '../../../lib/account-database.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './InsertPrompt.tsx';
import '../../../lib/read-library.ts';

const prompt = (name: string, text: string, title = '') => ({
  id: `id-of-${name}`,
  name,
  title,
  text,
  revision: 1,
});
const all = [
  prompt('greet', 'Greet {{name}} in a {{tone:formal|casual}} tone. Bye, {{name}}.', 'Write a greeting'),
  prompt('short', 'Shorten this text:\n\n', 'Make it brief'),
];
const published = [prompt('report', 'Write my report.', 'Weekly report')];
const withPrompts = (service: FakeChats) => {
  service.answer('GET /rest/v1/saved_prompts', { body: all });
  service.answer('GET /rest/v1/published_prompts', { body: published });
};
const shown = (group = 'Your prompts') =>
  screen
    .queryAllByRole('option')
    .filter((option) => option.closest('[role="group"]')?.ariaLabel === group)
    .map((option) => option.querySelector('span:not(:has(svg))')?.textContent);
const listed = (...names: string[]) => waitFor(() => expect(shown()).toEqual(names));

afterEach(() => void indexedDB.deleteDatabase(libraryDatabase(fakeSession().user.id)));

describe('the saved prompts in the menu', () => {
  it('load with the first slash, and match in name, title and text', async () => {
    const { user, input, service } = openChat('/chat', withPrompts);
    const box = await input();
    await user.type(box, 'Hello');
    expect(service.to('/rest/v1/saved_prompts')).toHaveLength(0);
    await user.clear(box);
    await user.type(box, '/');
    await listed('greet', 'short');
    expect(shown('Prompts for everyone')).toEqual(['report']);
    for (const [query, ...names] of [
      ['/gree', 'greet'],
      ['/brief', 'short'],
      ['/bye', 'greet'],
      ['/write a greet', 'greet'],
    ]) {
      fireEvent.change(box, { target: { value: query } });
      expect([query, ...shown()]).toEqual([query, ...names]);
    }
  });

  it('stay closed for a path, and leave pasted paths as they are', async () => {
    const { user, input } = openChat('/chat', withPrompts);
    const box = await input();
    await user.click(box);
    await user.paste('/etc/hosts');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box).toHaveValue('/etc/hosts');
  });

  it('come from this device if the service does not respond', async () => {
    const first = openChat('/chat', withPrompts);
    await first.user.type(await first.input(), '/');
    await listed('greet', 'short');
    first.unmount();
    const { user, input } = openChat('/chat', (service) => {
      service.answer('GET /rest/v1/saved_prompts', () => Promise.reject(new TypeError('Failed to fetch')));
    });
    await user.clear(await input());
    await user.type(await input(), '/');
    await waitFor(() => expect(shown()).toEqual(['greet', 'short']));
    expect(shown('Prompts for everyone')).toEqual(['report']);
  });
});

it('shows that the saved prompts could not be loaded, and loads them again', async () => {
  const { user, input, service } = openChat('/chat', (fake) => {
    withPrompts(fake);
    fake.answer('GET /rest/v1/saved_prompts', { status: 500, body: { message: 'broken' } });
  });
  await user.type(await input(), '/');
  await user.click(await screen.findByRole('option', { name: 'Retry' }));
  expect(screen.queryByRole('option', { name: 'Retry' })).toBeNull();
  const failure = within(await screen.findByRole('group', { name: "Couldn't load your prompts" }));
  service.answer('GET /rest/v1/saved_prompts', { body: all });
  await user.click(failure.getByRole('option', { name: 'Retry' }));
  await listed('greet', 'short');
  expect(await input()).toHaveValue('/');
});

describe('choosing a saved prompt', () => {
  it('inserts its text with Enter and keeps the focus in the input', async () => {
    const { user, input, service } = openChat('/chat', withPrompts);
    await user.type(await input(), '/sho');
    await listed('short');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await input()).toHaveValue('Shorten this text:\n\n'));
    expect(await input()).toHaveFocus();
    await user.keyboard('Hello');
    expect(await input()).toHaveValue('Shorten this text:\n\nHello');
    expect(service.messages).toEqual([]);
  });

  it('asks for its variables first; Tab moves through them and Enter inserts the text', async () => {
    const { user, input } = openChat('/chat', withPrompts);
    await user.type(await input(), '/gr');
    await listed('greet');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Write a greeting' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'name' })).toHaveFocus());
    await user.keyboard('Ada{Shift>}{Enter}{/Shift}Lovelace{Tab}');
    const tone = screen.getByRole('combobox', { name: 'tone' });
    expect(tone).toHaveFocus();
    expect([...document.querySelectorAll('datalist option')].map((each) => each.textContent)).toEqual([
      'formal',
      'casual',
    ]);
    await user.keyboard('$& dry');
    fireEvent.keyDown(tone, { key: 'Enter', isComposing: true });
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('{Enter}');
    const text = 'Greet Ada\nLovelace in a $& dry tone. Bye, Ada\nLovelace.';
    await waitFor(async () => expect(await input()).toHaveValue(text));
    expect(await input()).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('Escape closes the fields and leaves the typed text', async () => {
    const { user, input } = openChat('/chat', withPrompts);
    await user.type(await input(), '/gr');
    await listed('greet');
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Write a greeting' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await input()).toHaveValue('/gr');
    expect(await input()).toHaveFocus();
  });
});

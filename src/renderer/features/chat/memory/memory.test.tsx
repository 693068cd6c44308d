import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { memory } from '../../../lib/memory-state.ts';
import { gardenChat } from '../testing/garden-chat.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';

interface Row {
  readonly id: string;
  readonly content: string;
  readonly message_id: string | null;
}

const withMemory = { usage: { instructions: ['memory'] } };
const content = 'Good choice.\n\n[REMEMBER: The user drinks tea.]\n[REMEMBER: The user lives in Lyon.]';
const tea = 'The user drinks tea.';

/** Fakes a service that stores memories, like the database. */
function remember(service: FakeChats, isOn: boolean, first: readonly Row[] = []) {
  let rows: readonly Row[] = first;
  const settings = { about: '', style: '', is_used: true, uses_memory: isOn, revision: 1 };
  service.answer('GET /rest/v1/account_instructions', { body: [settings] });
  service.answer('GET /rest/v1/memories', ({ search }) => ({
    body: rows
      .filter(({ id }) => !search.includes('id=eq.') || search.includes(id))
      .map((row) => ({ ...row, revision: 1, created_at: '2026-11-01T12:00:00Z' })),
  }));
  service.answer('POST /rest/v1/memories', ({ body }) => {
    rows = [...rows, ...(body as Row[])];
    return { status: 201 };
  });
  service.answer('DELETE /rest/v1/memories', ({ search }) => {
    const deleted = rows.filter(({ id }) => search.includes(id));
    rows = rows.filter((row) => !deleted.includes(row));
    return { body: deleted };
  });
  return () => rows;
}

function open(reply: Parameters<typeof gardenChat>[0] = { content, ...withMemory }, isOn = true) {
  const [address, prepare] = gardenChat(reply);
  let rows: () => readonly Row[] = () => [];
  const app = openChat(address, (service) => {
    prepare(service);
    rows = remember(service, isOn);
  });
  return { ...app, rows: () => rows() };
}

const list = () => screen.findByRole('list', { name: 'Suggested facts' });
const button = (name: string) => screen.findByRole('button', { name });
const article = () => screen.findByRole('article', { name: 'Some Model' });

afterEach(() => {
  memory.isOn = false;
});

describe('a proposal', () => {
  it('is a line below the reply, and no part of its text or its copy', async () => {
    const { user, rows } = open();
    expect((await list()).textContent).toMatch(/^Remember "The user drinks tea."\?Keep.*Lyon/);
    expect(await article()).toHaveTextContent('Good choice.');
    expect(await article()).not.toHaveTextContent('REMEMBER');
    await user.click(within(await article()).getByRole('button', { name: 'Copy message' }));
    expect(await navigator.clipboard.readText()).toBe('Good choice.');
    expect(rows()).toEqual([]);
  });

  it('is stored with its message if the user keeps it, and Undo forgets it again', async () => {
    const { user, rows } = open();
    await user.click(await button(`Keep: ${tea}`));
    await waitFor(() => expect(rows()).toMatchObject([{ content: tea, message_id: 'reply' }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: `Keep: ${tea}` })).toBeNull());
    expect(screen.getByRole('log')).toHaveFocus();
    expect(await button('Keep: The user lives in Lyon.')).toBeVisible();
    await user.click(await button('Undo'));
    await waitFor(() => expect(rows()).toEqual([]));
    expect(await button(`Keep: ${tea}`)).toBeVisible();
  });

  it('stays remembered if Undo fails, and says that it failed', async () => {
    const { user, rows, service } = open();
    await user.click(await button(`Keep: ${tea}`));
    service.answer('DELETE /rest/v1/memories', { status: 400, body: { message: 'broken' } });
    await user.click(await button('Undo'));
    expect(await screen.findByText("Couldn't delete the fact")).toBeVisible();
    expect(rows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: `Keep: ${tea}` })).toBeNull();
  });

  it('stays dismissed on this device, and nothing is stored', async () => {
    const { user, rows } = open();
    await user.click(await button(`Dismiss: ${tea}`));
    await user.click(await button('Dismiss: The user lives in Lyon.'));
    expect(screen.queryByRole('list', { name: 'Suggested facts' })).toBeNull();
    expect(rows()).toEqual([]);
    expect(JSON.stringify(localStorage)).not.toContain('tea');
    cleanup();
    const again = open();
    await article();
    await waitFor(() => expect(again.service.to('/rest/v1/memories')).toHaveLength(1));
    expect(screen.queryByRole('list', { name: 'Suggested facts' })).toBeNull();
  });

  it('says why it could not be stored, and stays', async () => {
    const { user, service } = open();
    const message = 'You can keep 50 facts. Delete facts that you no longer need, then try again.';
    service.answer('POST /rest/v1/memories', {
      status: 400,
      body: { code: 'P0001', hint: 'limit', message },
    });
    await user.click(await button(`Keep: ${tea}`));
    expect(await screen.findByText(message)).toBeVisible();
    expect(await button(`Keep: ${tea}`)).toBeVisible();
  });

  it('is ordinary text if the model was not asked for it, or in a code block', async () => {
    open({ content: '[REMEMBER: fact]' }, false);
    expect(await article()).toHaveTextContent('[REMEMBER: fact]');
    cleanup();
    open({ content: 'Write:\n\n```\n[REMEMBER: fact]\n```', ...withMemory });
    await waitFor(async () => expect(await article()).toHaveTextContent('[REMEMBER: fact]'));
  });

  it('is not shown while it arrives', async () => {
    const { user, input, completion } = open({ usage: {} });
    await user.type(await input(), 'I drink tea.{Enter}');
    const reply = await completion();
    expect(JSON.stringify(reply.request.messages)).toContain('[REMEMBER: ');
    expect(reply.request.reply?.instructions).toEqual(['memory']);
    act(() => reply.say('Good choice.'));
    expect(await screen.findByText('Good choice.')).toBeVisible();
    for (const piece of ['\n\n[', 'REMEM', 'BER: The us', 'er drinks tea.', ']\n[REM']) {
      act(() => reply.say(piece));
      // The reply's text is painted in the next frame.
      await act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
      expect(screen.getByRole('log').textContent).not.toMatch(/\[|REM|The user/);
    }
  });

  it('does not change what a continued reply begins with', async () => {
    const { user, completion, service } = open({
      ...withMemory,
      content: 'Good choice.\n[REMEMBER: The user dri',
      status: 'length',
    });
    expect(await article()).toHaveTextContent('Good choice.');
    expect(await article()).not.toHaveTextContent('dri');
    await user.click(await button('Continue'));
    const { end } = await completion();
    act(() => end('nks tea.]\nEnjoy it.'));
    await waitFor(() =>
      expect(service.messages.at(-1)).toMatchObject({
        content: 'Good choice.\n[REMEMBER: The user drinks tea.]\nEnjoy it.',
      }),
    );
    expect(await screen.findByText(/Enjoy it\./)).toBeVisible();
    expect(screen.getByRole('log')).not.toHaveTextContent('REMEMBER');
  });
});

describe('the menu of a message', () => {
  const openMenu = async (user: ReturnType<typeof open>['user'], name: string) => {
    const message = within(await screen.findByRole('article', { name }));
    await user.click(message.getByRole('button', { name: 'More' }));
  };

  it('remembers a text that the user can change first, with its message', async () => {
    const { user, rows } = open({ content: 'Clover.' });
    await openMenu(user, 'You');
    await user.click(await screen.findByRole('menuitem', { name: 'Remember' }));
    const field = await screen.findByLabelText('Fact');
    expect(field).toHaveValue('What grows?');
    await user.clear(field);
    expect(await button('Save')).toBeDisabled();
    await user.type(field, 'I have a garden.');
    expect(rows()).toEqual([]);
    await user.click(await button('Save'));
    await waitFor(() =>
      expect(rows()).toMatchObject([{ content: 'I have a garden.', message_id: 'question' }]),
    );
    expect(await screen.findByText('Fact saved')).toBeVisible();
  });

  it('takes the beginning of a long reply', async () => {
    const { user } = open({ content: `${'🍀'.repeat(199)} Clover` });
    await openMenu(user, 'Some Model');
    await user.click(await screen.findByRole('menuitem', { name: 'Remember' }));
    expect(await screen.findByLabelText('Fact')).toHaveValue(`${'🍀'.repeat(199)} `);
  });

  it('takes the text that is selected in the message', async () => {
    const { user } = open({ content: 'Clover grows in most gardens.' });
    const text = await screen.findByText('Clover grows in most gardens.');
    const range = document.createRange();
    range.setStart(text.firstChild ?? text, 0);
    range.setEnd(text.firstChild ?? text, 'Clover grows'.length);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
    await openMenu(user, 'Some Model');
    await user.click(await screen.findByRole('menuitem', { name: 'Remember' }));
    expect(await screen.findByLabelText('Fact')).toHaveValue('Clover grows');
    document.getSelection()?.removeAllRanges();
  });

  it('offers it only if memory is on', async () => {
    const { user } = open({ content: 'Clover.' }, false);
    await openMenu(user, 'You');
    expect(await screen.findByRole('menuitem', { name: 'Save as prompt' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Remember' })).toBeNull();
  });
});

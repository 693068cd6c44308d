import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
import { mentionAt } from './menu/mention.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './menu/mention-menu.ts';
import './OneTimeChips.tsx';
import '../messages/ReplyFacts.tsx';
import '../../../lib/read-library.ts';

const teacher = {
  id: '77777777-7777-4777-8777-777777777777',
  name: 'Latin teacher',
  color: 'purple',
  instructions: 'Answer in Latin.',
  model_id: null as string | null,
  vendor_id: null,
  parameters: { temperature: 0.2 },
  starters: [],
  revision: 1,
};
const cook = {
  ...teacher,
  id: '88888888-8888-4888-8888-888888888888',
  name: 'Cook',
  instructions: 'Answer with a recipe.',
};
const copy = (persona: typeof teacher) => ({
  persona: { id: persona.id, name: persona.name },
  instructions: persona.instructions,
  temperature: 0.2,
});
const withPersonas = (service: FakeChats) => {
  service.answer('GET /rest/v1/personas', { body: [teacher] });
  service.answer('GET /rest/v1/published_personas', { body: [cook] });
};
const inGarden = (service: FakeChats) => {
  withPersonas(service);
  service.chats.push(storedChat(1, 'Garden', 0, { parameters: { instructions: 'Be brief.', topP: 0.5 } }));
};
const persona = () => screen.queryByRole('button', { name: "Don't use Latin teacher for this message" });

const chip = () => screen.queryByRole('button', { name: "Don't use Other Model for this message" });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('an at sign opens the menu only at the start of a word', () => {
  expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' });
  expect(mentionAt('Ask @gp about it', 7)).toEqual({ start: 4, query: 'gp' });
  expect(mentionAt('ada@example.com', 15)).toBeNull();
  expect(mentionAt('Ask @gp about it', 10)).toBeNull();
});

it('the chosen model replies to one message only, and the chat keeps its model', async () => {
  const { user, input, completion, service } = openChat(
    `/chat?id=${chatId(1)}`,
    ({ chats }) => void chats.push(storedChat(1, 'Apples', 0, { model_id: 'some/model' })),
  );
  await user.type(await input(), 'Hello @oth');
  await waitFor(() => expect(options()).toEqual(['Other Model']));
  await user.keyboard('{Enter}');
  expect(await input()).toHaveValue('Hello ');
  await waitFor(() => expect(chip()).toBeVisible());
  await user.keyboard('there{Enter}');
  const first = await completion();
  expect(first.request.model).toBe('other/model');
  expect(chip()).toBeNull();
  first.end('Hi.');
  expect(await screen.findByText('Hi.')).toBeVisible();
  await user.type(await input(), 'Again');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'false'),
  );
  await user.keyboard('{Enter}');
  expect((await completion(1)).request.model).toBe('some/model');
  expect(service.chats[0]?.model_id).toBe('some/model');
});

it('a new chat keeps the selected model if another one replies to its first message', async () => {
  const { user, input, completion, service } = openChat();
  await user.type(await input(), '@oth');
  await screen.findByRole('option');
  await user.keyboard('{Enter}Hello{Enter}');
  expect((await completion()).request.model).toBe('other/model');
  expect(service.chats[0]?.model_id).toBe('some/model');
});

it('a word that chooses a model is never sent, but other words with an at sign are', async () => {
  const { user, input, completions, completion } = openChat();
  await user.type(await input(), '@some');
  await screen.findByRole('option');
  await user.keyboard('{Escape}{Enter}');
  expect(options()).toEqual(['Some Model']);
  expect(completions).toHaveLength(0);
  await user.clear(await input());
  await user.type(await input(), 'Write to @someone{Enter}');
  expect((await completion()).request.model).toBe('some/model');
});

it('the model is saved with the draft, survives a reload, and can be removed', async () => {
  const first = openChat();
  await first.user.type(await first.input(), '@oth');
  await screen.findByRole('option');
  await first.user.keyboard('{Enter}Hello');
  first.engine().drafts.flush();
  first.unmount();
  const { user, input } = openChat();
  expect(await input()).toHaveValue('Hello');
  await user.click(await screen.findByRole('button', { name: "Don't use Other Model for this message" }));
  expect(chip()).toBeNull();
  expect(await input()).toHaveFocus();
});

it('a message that is refused returns with its model', async () => {
  const { user, input } = openChat('/chat', (service) => service.refuseMessages('No messages left.'));
  await user.type(await input(), '@oth');
  await screen.findByRole('option');
  await user.keyboard('{Enter}Hello{Enter}');
  await waitFor(async () => expect(await input()).toHaveValue('Hello'));
  await waitFor(() => expect(chip()).toBeVisible());
});

describe('a persona for one message', () => {
  const pick = async ({ user, input }: ReturnType<typeof openChat>, typed = '@lat') => {
    await user.type(await input(), typed);
    await screen.findByRole('option');
    await user.keyboard('{Enter}');
  };

  it('is chosen from the menu, own ones first, and replies to this message only', async () => {
    const chat = openChat(`/chat?id=${chatId(1)}`, inGarden);
    const { user, input, completion, service } = chat;
    await user.type(await input(), '@');
    await screen.findByRole('option', { name: /Latin teacher/ });
    expect(screen.getAllByRole('group').map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Your personas',
      'Personas for everyone',
      'Models for this message',
    ]);
    await user.type(await input(), 'teach');
    await waitFor(() => expect(options()).toEqual(['Latin teacherAnswer in Latin.']));
    await user.keyboard('{Enter}');
    expect(await input()).toHaveValue('');
    await waitFor(() => expect(persona()).toBeVisible());
    expect(screen.getByText('for this message only').closest('output')).toHaveTextContent('Latin teacher');
    await user.keyboard('Hello{Enter}');
    const first = await completion();
    expect(first.request.messages[0]).toEqual({ role: 'system', content: 'Answer in Latin.' });
    expect(first.request).toMatchObject({ model: 'some/model', temperature: 0.2 });
    expect(first.request).not.toHaveProperty('topP');
    expect(persona()).toBeNull();
    first.end('Salve.');
    expect(await screen.findByText('Salve.')).toBeVisible();
    expect(service.messages.find(({ role }) => role === 'user')).toMatchObject({
      content: 'Hello',
      parameters: copy(teacher),
    });
    await user.type(await input(), 'Again');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'false'),
    );
    await user.keyboard('{Enter}');
    const second = await completion(1);
    expect(second.request.messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
    expect(second.request).toMatchObject({ topP: 0.5 });
    expect(second.request).not.toHaveProperty('temperature');
    second.end('Hi.');
    expect(service.chats[0]?.parameters).toEqual({ instructions: 'Be brief.', topP: 0.5 });
  });

  it('is offered after a model whose name matches better', async () => {
    const { user, input } = openChat('/chat', (service) =>
      service.answer('GET /rest/v1/personas', { body: [{ ...teacher, name: 'Old theater critic' }] }),
    );
    const box = await input();
    await user.type(box, '@');
    await screen.findByRole('option', { name: /Old theater critic/ });
    await user.type(box, 'oth');
    await waitFor(() => expect(options()).toEqual(['Other Model', 'Old theater criticAnswer in Latin.']));
    await user.clear(box);
    await user.type(box, '@the');
    await waitFor(() => expect(options()[0]).toBe('Old theater criticAnswer in Latin.'));
  });

  it('is used again by Regenerate and Edit, even after it was deleted, and is named in the details', async () => {
    const chat = openChat(`/chat?id=${chatId(1)}`, inGarden);
    const { user, input, completion, service } = chat;
    await pick(chat, 'Please @cook');
    await user.keyboard('help{Enter}');
    (await completion()).end('Soup.');
    service.answer('GET /rest/v1/published_personas', { body: [] });
    await screen.findByText('Soup.');
    await user.click(await screen.findByTitle('Reply details'));
    expect((await screen.findByText('Persona')).nextElementSibling).toHaveTextContent('Cook');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Regenerate' }));
    const again = await completion(1);
    expect(again.request.messages[0]).toEqual({ role: 'system', content: 'Answer with a recipe.' });
    again.end('Stew.');
    await screen.findByText('Stew.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit message' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Edit message' }));
    const field = screen.getByRole('textbox', { name: 'Edit your message' });
    await user.clear(field);
    await user.type(field, 'Help me{Enter}');
    const edited = await completion(2);
    expect(edited.request.messages[0]).toEqual({ role: 'system', content: 'Answer with a recipe.' });
    expect(service.messages.findLast(({ role }) => role === 'user')).toMatchObject({
      content: 'Help me',
      parameters: copy(cook),
    });
    edited.end('Salad.');
    expect(await input()).toBeVisible();
  });

  it('brings its model, and each of both can be removed', async () => {
    const chat = openChat('/chat', (service) =>
      service.answer('GET /rest/v1/personas', { body: [{ ...teacher, model_id: 'other/model' }] }),
    );
    const { user, input, completion } = chat;
    await pick(chat);
    await waitFor(() => expect(chip()).toBeVisible());
    await user.click(chip()!);
    expect(persona()).toBeVisible();
    await user.type(await input(), '@lat');
    await screen.findByRole('option');
    await user.keyboard('{Enter}');
    await user.click(persona()!);
    expect(await input()).toHaveFocus();
    await user.keyboard('Hello{Enter}');
    const { request } = await completion();
    expect(request.model).toBe('other/model');
    expect(request.messages[0]).toEqual({ role: 'system', content: 'Be helpful.' });
  });

  it('wins over a system prompt earlier in the chat', async () => {
    const chat = openChat('/chat', withPersonas);
    const { user, input, completion } = chat;
    fireEvent.change(await input(), { target: { value: '[SYSTEM: Be rude.]\n\nHello' } });
    await user.type(await input(), '{Enter}');
    const first = await completion();
    expect(first.request.messages[0]).toEqual({ role: 'system', content: 'Be rude.' });
    first.end('What?');
    await screen.findByText('What?');
    await pick(chat);
    await user.keyboard('Hello again');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'false'),
    );
    await user.keyboard('{Enter}');
    expect((await completion(1)).request.messages[0]).toEqual({
      role: 'system',
      content: 'Answer in Latin.',
    });
  });

  it('stays with a message that waits for a reply or is refused, and with the draft', async () => {
    const chat = openChat(`/chat?id=${chatId(1)}`, inGarden);
    const { user, input, completion, service } = chat;
    await user.type(await input(), 'First{Enter}');
    const first = await completion();
    await pick(chat);
    await user.keyboard('Second{Enter}');
    expect(persona()).toBeNull();
    first.end('One.');
    const second = await completion(1);
    expect(second.request.messages[0]).toEqual({ role: 'system', content: 'Answer in Latin.' });
    second.end('Unus.');
    await screen.findByText('Unus.');
    service.refuseMessages('No messages left.');
    await pick(chat);
    await user.keyboard('Third');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'false'),
    );
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await input()).toHaveValue('Third'));
    await waitFor(() => expect(persona()).toBeVisible());
    chat.engine().drafts.flush();
    chat.unmount();
    openChat(`/chat?id=${chatId(1)}`, inGarden);
    expect(
      await screen.findByRole('button', { name: "Don't use Latin teacher for this message" }),
    ).toBeVisible();
  });

  it('also replies in a temporary chat, where Regenerate uses it again', async () => {
    const chat = openChat('/chat', withPersonas);
    const { user, completion } = chat;
    await user.click(await screen.findByRole('button', { name: 'Temporary chat' }));
    await screen.findByRole('region', { name: 'Temporary chat' });
    await pick(chat);
    await user.keyboard('Hello{Enter}');
    const first = await completion();
    expect(first.request.messages[0]).toEqual({ role: 'system', content: 'Answer in Latin.' });
    first.end('Salve.');
    await screen.findByText('Salve.');
    await user.click(await screen.findByRole('button', { name: 'Regenerate' }));
    expect((await completion(1)).request.messages[0]).toEqual({
      role: 'system',
      content: 'Answer in Latin.',
    });
  });

  it('is not offered in an email address, in code, and for other words, which are sent as text', async () => {
    const { user, input, completion } = openChat('/chat', withPersonas);
    const box = await input();
    await user.type(box, '@');
    await screen.findByRole('option', { name: /Cook/ });
    for (const text of ['ada@cook', '`@cook', '```\n@cook', 'a ``b`` `@cook', '@unknown', '@cook.com']) {
      fireEvent.change(box, { target: { value: text } });
      expect([text, options()]).toEqual([text, []]);
    }
    for (const text of ['`a` @cook', '```\na\n```\n@cook']) {
      fireEvent.change(box, { target: { value: text } });
      expect([text, options()]).toEqual([text, ['CookAnswer with a recipe.']]);
    }
    fireEvent.change(box, { target: { value: '@unknown' } });
    await user.type(box, '{Enter}');
    expect((await completion()).request.messages.at(-1)).toMatchObject({ content: '@unknown' });
  });

  it('says that the personas could not be loaded, and still offers models', async () => {
    const { user, input, service } = openChat('/chat', (fake) =>
      fake.answer('GET /rest/v1/personas', { status: 500, body: { message: 'broken' } }),
    );
    await user.type(await input(), '@');
    const group = within(
      await screen.findByRole('group', { name: "Couldn't load your personas" }, { timeout: 5_000 }),
    );
    expect(options()).toContain('Other Model');
    withPersonas(service);
    await user.click(group.getByRole('option', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: /Latin teacher/ })).toBeVisible();
  });
});

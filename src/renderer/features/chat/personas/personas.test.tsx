import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newChatModel, readDraftModel } from '../draft-models.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../parameters/ParametersDialog.tsx';
import './PersonaDialog.tsx';
import './PersonaStarters.tsx';
import '../../../lib/read-library.ts';

const teacher = {
  id: '77777777-7777-4777-8777-777777777777',
  name: 'Latin teacher',
  color: 'purple',
  instructions: 'Answer in Latin.',
  model_id: 'other/model',
  vendor_id: null,
  parameters: { maxTokens: 300 },
  starters: ['Translate "hello".'],
  revision: 1,
};
const cook = {
  ...teacher,
  id: '88888888-8888-4888-8888-888888888888',
  name: 'Cook',
  instructions: 'Answer with a recipe.',
  model_id: null,
  parameters: {},
  starters: ['What can I cook?'],
};
const persona = { id: teacher.id, name: teacher.name };
const withTeacher = (service: FakeChats) => service.answer('GET /rest/v1/personas', { body: [teacher] });

async function openParameters({ user }: ReturnType<typeof openChat>) {
  await user.click(await screen.findByRole('button', { name: /^Chat parameters/ }));
  return within(await screen.findByRole('dialog', { name: 'Chat parameters' }));
}
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('explains personas to a user who has none, and links to the form for a new one', async () => {
  const { user } = openChat('/chat', (service) => service.answer('GET /rest/v1/personas', { body: [] }));
  await user.click(await screen.findByRole('button', { name: 'Choose a persona' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a persona' }));
  expect(await dialog.findByText(/^A persona gives a chat its instructions/)).toBeVisible();
  const create = dialog.getByRole('link', { name: 'Create a persona' });
  expect(create).toHaveAttribute('href', '/account/personas#new');
  expect(dialog.queryByRole('link', { name: 'Manage personas' })).toBeNull();
});

it('starts a chat with the instructions and the model of a persona', async () => {
  const chat = openChat('/chat', withTeacher);
  const { user, service } = chat;
  await user.click(await screen.findByRole('button', { name: 'Choose a persona' }));
  await user.click(await screen.findByRole('button', { name: /Latin teacher/ }));
  await expectClosed();
  expect(screen.getByRole('button', { name: 'Persona: Latin teacher' })).toBeVisible();
  expect(readDraftModel(chat.engine().drafts, newChatModel)).toEqual({ id: 'other/model', vendorName: null });
  await user.click(await screen.findByRole('button', { name: 'Translate "hello".' }));
  expect(await chat.input()).toHaveValue('Translate "hello".');
  await user.type(await chat.input(), '{Enter}');
  const { request, end } = await chat.completion();
  expect(request).toMatchObject({ maxTokens: 300 });
  expect(request.messages[0]).toEqual({ role: 'system', content: 'Answer in Latin.' });
  end('Salve.');
  expect(service.chats[0]?.parameters).toEqual({
    instructions: 'Answer in Latin.',
    maxTokens: 300,
    persona,
  });
});

it('lists published personas in a group, and starts a chat with one that stays if it is removed', async () => {
  const chat = openChat('/chat', (service) => {
    withTeacher(service);
    service.answer('GET /rest/v1/published_personas', { body: [cook] });
  });
  const { user, service } = chat;
  await user.click(await screen.findByRole('button', { name: 'Choose a persona' }));
  const everyones = within(await screen.findByRole('list', { name: 'For everyone' }));
  expect(within(screen.getByRole('list', { name: 'Your personas' })).getAllByRole('button')).toHaveLength(1);
  await user.click(everyones.getByRole('button', { name: /Cook/ }));
  await expectClosed();
  await user.click(await screen.findByRole('button', { name: 'What can I cook?' }));
  service.answer('GET /rest/v1/published_personas', { body: [] });
  await user.type(await chat.input(), '{Enter}');
  const { request, end } = await chat.completion();
  expect(request.messages[0]).toEqual({ role: 'system', content: 'Answer with a recipe.' });
  end('Soup.');
  expect(service.chats[0]?.parameters).toEqual({
    instructions: 'Answer with a recipe.',
    persona: { id: cook.id, name: 'Cook' },
  });
});

it("shows another device's changes when the list opens again", async () => {
  const { user, service } = openChat('/chat', withTeacher);
  await user.click(await screen.findByRole('button', { name: 'Choose a persona' }));
  expect(await screen.findByRole('button', { name: /Latin teacher/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await expectClosed();
  service.answer('GET /rest/v1/personas', { body: [{ ...teacher, name: 'Greek teacher' }] });
  await user.click(screen.getByRole('button', { name: 'Choose a persona' }));
  expect(await screen.findByRole('button', { name: /Greek teacher/ })).toBeVisible();
});

it('removes the persona from a new chat', async () => {
  const chat = openChat('/chat', withTeacher);
  const { user } = chat;
  await user.click(await screen.findByRole('button', { name: 'Choose a persona' }));
  await user.click(await screen.findByRole('button', { name: /Latin teacher/ }));
  await user.click(await screen.findByRole('button', { name: 'Persona: Latin teacher' }));
  expect(await screen.findByRole('button', { name: /^Latin teacher|LLatin teacher/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await user.click(await screen.findByRole('button', { name: 'No persona' }));
  await expectClosed();
  expect(screen.getByRole('button', { name: 'Choose a persona' })).toBeVisible();
  expect(screen.getByRole('list', { name: 'Examples' })).not.toBeEmptyDOMElement();
});

it('gives a stored chat a persona, and restores what was entered if none is chosen again', async () => {
  const chat = openChat(`/chat?id=${chatId(1)}`, (service) => {
    service.chats.push(storedChat(1, 'Garden'));
    withTeacher(service);
  });
  const { user, service } = chat;
  const dialog = await openParameters(chat);
  const instructions = dialog.getByLabelText('Instructions for this chat');
  await user.type(instructions, 'My own words.');
  const field = await dialog.findByLabelText('Persona');
  await user.selectOptions(field, 'Latin teacher');
  expect(instructions).toHaveValue('Answer in Latin.');
  await user.selectOptions(field, 'None');
  expect(instructions).toHaveValue('My own words.');
  await user.selectOptions(field, 'Latin teacher');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(service.chats[0]).toMatchObject({
      parameters: { instructions: 'Answer in Latin.', maxTokens: 300, persona },
      model_id: 'other/model',
    }),
  );
  expect(await screen.findByText(/^To Some Model · Latin teacher/)).toBeVisible();
});

it("keeps the choice about the account's instructions if the persona is removed", async () => {
  const parameters = { instructions: 'Answer in Latin.', persona, accountInstructions: false };
  const chat = openChat(`/chat?id=${chatId(1)}`, (service) => {
    service.chats.push(storedChat(1, 'Garden', 0, { parameters }));
    withTeacher(service);
  });
  const dialog = await openParameters(chat);
  await chat.user.selectOptions(await dialog.findByLabelText('Persona'), 'None');
  await chat.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(chat.service.chats[0]?.parameters).toEqual({ accountInstructions: false }));
});

it('keeps replying after the persona was deleted, and says that it was', async () => {
  const chat = openChat(`/chat?id=${chatId(1)}`, ({ chats }) =>
    chats.push(storedChat(1, 'Garden', 0, { parameters: { instructions: 'Answer in Latin.', persona } })),
  );
  const { user } = chat;
  await user.type(await chat.input(), 'Hello{Enter}');
  const { request, end } = await chat.completion();
  expect(request.messages[0]).toEqual({ role: 'system', content: 'Answer in Latin.' });
  end('Salve.');
  const dialog = await openParameters(chat);
  expect(await dialog.findByRole('option', { name: 'Latin teacher (deleted)' })).toBeInTheDocument();
});

it('makes a persona from a chat in one click', async () => {
  const chat = openChat(`/chat?id=${chatId(1)}`, (service) => {
    service.chats.push(
      storedChat(1, 'Garden', 0, { parameters: { instructions: 'Be brief.', temperature: 0.2 } }),
    );
    service.answer('POST /rest/v1/personas', { status: 201 });
  });
  const dialog = await openParameters(chat);
  await chat.user.click(dialog.getByRole('button', { name: 'Save as persona' }));
  const bodies = () => chat.service.to('/rest/v1/personas').flatMap(({ body }) => body ?? []);
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({
    name: 'Garden',
    instructions: 'Be brief.',
    model_id: 'some/model',
    parameters: { temperature: 0.2 },
    starters: [],
  });
});

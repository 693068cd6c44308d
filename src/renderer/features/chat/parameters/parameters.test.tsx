import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { availableCommands } from '../../../lib/commands.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './ParametersDialog.tsx';

const button = (isChanged: boolean) =>
  screen.findByRole('button', { name: `Chat parameters${isChanged ? ' (changed)' : ''}` });

async function openDialog(chat: ReturnType<typeof openChat>, isChanged = false) {
  await chat.user.click(await button(isChanged));
  return within(await screen.findByRole('dialog', { name: 'Chat parameters' }));
}
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('saves instructions and the output limit with the chat, and its next request has them', async () => {
  const chat = openChat(`/chat?id=${chatId(1)}`, ({ chats }) => chats.push(storedChat(1, 'Garden')));
  const { user, service } = chat;
  const dialog = await openDialog(chat);
  await user.type(dialog.getByLabelText('Instructions for this chat'), 'Answer in Latin.');
  const limit = dialog.getByLabelText('Maximum reply length (tokens)');
  expect(limit).toHaveAttribute('placeholder', 'Default: 1,000');
  await user.type(limit, '300');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectClosed();
  expect(await button(true)).toBeVisible();
  const parameters = { instructions: 'Answer in Latin.', maxTokens: 300 };
  await waitFor(() => expect(service.chats[0]?.parameters).toEqual(parameters));

  await user.type(await chat.input(), 'Hello{Enter}');
  const { request, end } = await chat.completion();
  expect(request).toMatchObject({
    maxTokens: 300,
    messages: [
      { role: 'system', content: 'Answer in Latin.' },
      { role: 'user', content: 'Hello' },
    ],
  });
  end('Salve.');
  await user.click(await screen.findByRole('button', { name: 'Regenerate' }));
  const again = await chat.completion(1);
  expect(again.request).toMatchObject({ maxTokens: 300, messages: [{ content: 'Answer in Latin.' }, {}] });
  again.end('Salve!');
});

it('keeps the parameters of a temporary chat in memory, and uses them', async () => {
  const chat = openChat();
  const { user, service } = chat;
  await user.click(await screen.findByRole('button', { name: 'Temporary chat' }));
  const dialog = await openDialog(chat);
  await user.type(dialog.getByLabelText('Instructions for this chat'), 'Be brief.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectClosed();
  await user.type(await chat.input(), 'Hello{Enter}');
  const { request, end } = await chat.completion();
  expect(request.messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
  end('Hi.');
  expect(await screen.findByText('Hi.')).toBeVisible();
  expect(service.chats).toEqual([]);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Be brief.');
});

it('creates a new chat with the parameters of its draft', async () => {
  const chat = openChat();
  const { user, service } = chat;
  const dialog = await openDialog(chat);
  await user.type(dialog.getByLabelText('Instructions for this chat'), 'Be brief.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectClosed();
  await user.type(await chat.input(), 'Hello{Enter}');
  const { request, end } = await chat.completion();
  expect(request.messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
  end('Hi.');
  expect(service.chats[0]).toMatchObject({ parameters: { instructions: 'Be brief.' } });
  expect(await button(true)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New chat' }));
  expect(await button(false)).toBeVisible();
});

it('resets to the defaults only with Save, and changes nothing with Cancel', async () => {
  const parameters = { instructions: 'Be brief.', temperature: 0.5 };
  const chat = openChat(`/chat?id=${chatId(1)}`, ({ chats }) =>
    chats.push(storedChat(1, 'Garden', 0, { parameters })),
  );
  const { user, service } = chat;
  const dialog = await openDialog(chat, true);
  await user.click(dialog.getByRole('button', { name: 'Reset to defaults' }));
  expect(dialog.getByLabelText('Instructions for this chat')).toHaveValue('');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expectClosed();
  expect(service.chats[0]?.parameters).toEqual(parameters);
  const again = await openDialog(chat, true);
  await user.click(again.getByRole('button', { name: 'Reset to defaults' }));
  await user.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(service.chats[0]?.parameters).toBeNull());
  expect(await button(false)).toBeVisible();
});

it('opens from the command palette', async () => {
  const chat = openChat();
  await chat.input();
  await button(false);
  act(() => {
    const found = availableCommands().find(({ words }) => words?.includes('temperature'));
    expect(found?.label).toBe('Chat parameters');
    found?.run();
  });
  expect(await screen.findByRole('dialog', { name: 'Chat parameters' })).toBeVisible();
});

it('explains why a number is invalid, and keeps the dialog open', async () => {
  const chat = openChat(`/chat?id=${chatId(1)}`, ({ chats }) => chats.push(storedChat(1, 'Garden')));
  const dialog = await openDialog(chat);
  const field = dialog.getByLabelText('Maximum reply length (tokens)');
  await chat.user.type(field, 'many{Enter}');
  expect(await dialog.findByText('Enter a whole number from 1 to 8,192.')).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(chat.service.chats[0]?.parameters).toBeUndefined();
});

const written = { about: 'I am a nurse.', style: 'Briefly.', is_used: true, revision: 1 };
const useInstructions = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  dialog.findByRole('checkbox', { name: 'Use my instructions' });

it('turns the memories off for one chat too, even if there are no instructions', async () => {
  const chat = openChat(`/chat?id=${chatId(1)}`, (service) => {
    service.chats.push(storedChat(1, 'Garden'));
    const empty = { ...written, about: '', style: '', uses_memory: true };
    service.answer('GET /rest/v1/account_instructions', { body: [empty] });
  });
  const { user, service } = chat;
  const dialog = await openDialog(chat);
  expect(await useInstructions(dialog)).toHaveAccessibleDescription(/remembered facts from Settings/);
  await user.click(await useInstructions(dialog));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectClosed();
  await waitFor(() => expect(service.chats[0]?.parameters).toEqual({ accountInstructions: false }));
});

it("turns the account's instructions off for one chat, and the reply's details name them if they were sent", async () => {
  const chat = openChat(`/chat?id=${chatId(1)}`, (service) => {
    service.chats.push(storedChat(1, 'Garden'));
    service.answer('GET /rest/v1/account_instructions', { body: [written] });
  });
  const { user, service } = chat;
  await user.type(await chat.input(), 'Hello{Enter}');
  const first = await chat.completion();
  expect(first.request.messages[0]?.content).toContain('I am a nurse.');
  expect(first.request.reply?.instructions).toEqual(['account']);
  first.end('Hi.');
  const dialog = await openDialog(chat);
  expect(await useInstructions(dialog)).toBeChecked();
  await user.click(await useInstructions(dialog));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectClosed();
  await waitFor(() => expect(service.chats[0]?.parameters).toEqual({ accountInstructions: false }));
  await user.type(await chat.input(), 'Again{Enter}');
  const second = await chat.completion(1);
  expect(second.request.messages[0]?.content).toBe('Be helpful.');
  expect(second.request.reply).not.toHaveProperty('instructions');
  second.end('Hi again.');
});

it("never sends the account's instructions in temporary chats unless the user turns them on there", async () => {
  const chat = openChat('/chat', (service) =>
    service.answer('GET /rest/v1/account_instructions', { body: [written] }),
  );
  const { user } = chat;
  await user.click(await screen.findByRole('button', { name: 'Temporary chat' }));
  await user.type(await chat.input(), 'Hello{Enter}');
  const first = await chat.completion();
  expect(first.request.messages[0]?.content).toBe('Be helpful.');
  first.end('Hi.');
  const dialog = await openDialog(chat);
  expect(await useInstructions(dialog)).not.toBeChecked();
  await user.click(await useInstructions(dialog));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectClosed();
  await user.type(await chat.input(), 'Again{Enter}');
  const second = await chat.completion(1);
  expect(second.request.messages[0]?.content).toContain('I am a nurse.');
  second.end('Hi again.');
  await waitFor(() => expect(screen.getAllByTitle('Reply details')).toHaveLength(2));
  await user.click(screen.getAllByTitle('Reply details')[1]!);
  const details = await screen.findByRole('dialog', { name: 'Reply details' });
  await waitFor(() => expect(details).toHaveTextContent('InstructionsYour settings'));
});

it('explains where to write instructions if there are none', async () => {
  const dialog = await openDialog(openChat());
  const choice = await useInstructions(dialog);
  expect(choice).toBeDisabled();
  expect(choice).toHaveAccessibleDescription(/You have no instructions yet\. Add them in Settings/);
});

import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stubMicrophone } from '../testing/fake-microphone.ts';
import { stubRecognition } from '../testing/fake-recognition.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './VoiceButton.tsx';

/** Opens a chat with a draft and finishes a recording. The recognizer has not returned its text yet. */
async function record() {
  const { track } = stubMicrophone();
  const recognition = stubRecognition();
  const chat = openChat(
    `/chat?id=${chatId(1)}`,
    ({ chats }) => void chats.push(storedChat(1, 'Garden plans'), storedChat(2, 'Kitchen')),
  );
  const { user } = chat;
  await screen.findByRole('button', { name: /^Kitchen/ });
  await user.type(await chat.input(), 'Note:');
  const button = await screen.findByRole('button', { name: 'Dictate (recognized on this device)' });
  button.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Recording 0:00')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Turning speech into text…')).toBeVisible();
  expect(track.stop).toHaveBeenCalledOnce();
  return { ...chat, hear: (text: string) => act(async () => recognition.hear(text)) };
}

it('the text is inserted at the caret, with the focus', async () => {
  const { hear, input, engine } = await record();
  await hear('three leaves');
  await waitFor(async () => expect(await input()).toHaveValue('Note: three leaves'));
  expect(await input()).toHaveFocus();
  expect(engine().drafts.get(chatId(1))).toBe('Note: three leaves');
  expect(screen.queryByRole('region', { name: 'Dictation' })).toBeNull();
});

it('the text goes to the chat in which it was recorded, even if another one is open', async () => {
  const { user, hear, input, engine, address } = await record();
  await user.click(screen.getByRole('button', { name: /^Kitchen/ }));
  await waitFor(() => expect(address()).toContain(chatId(2)));
  await user.type(await input(), 'Soup');
  await hear('three leaves');
  await waitFor(() => expect(engine().drafts.get(chatId(1))).toBe('Note: three leaves'));
  expect(await input()).toHaveValue('Soup');
});

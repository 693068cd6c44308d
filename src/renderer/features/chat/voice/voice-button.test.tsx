import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stubMicrophone } from '../testing/fake-microphone.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './VoiceButton.tsx';

/** A fake of Chrome's recognizer. It recognizes the text that the test passes to `hear`. */
class FakeRecognition {
  static available = async () => 'available';
  static last: FakeRecognition;
  onresult: ((event: unknown) => void) | null = null;
  onend: (() => void) | null = null;
  get processLocally() {
    return true;
  }
  set processLocally(_: boolean) {}
  constructor() {
    FakeRecognition.last = this;
  }
  start() {}
  stop() {}
  abort() {}
  hear(transcript: string) {
    this.onresult?.({ results: [Object.assign([{ transcript }], { isFinal: true })] });
    this.onend?.();
  }
}

/** Opens a chat with a draft and finishes a recording. The recognizer has not returned its text yet. */
async function record() {
  const { track } = stubMicrophone();
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  const brands = [{ brand: 'Google Chrome' }];
  Object.defineProperty(navigator, 'userAgentData', { configurable: true, value: { brands } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userAgentData'));
  const chat = openChat(
    `/chat?id=${chatId(1)}`,
    ({ chats }) => void chats.push(storedChat(1, 'Garden plans'), storedChat(2, 'Kitchen')),
  );
  const { user } = chat;
  await screen.findByRole('button', { name: /^Kitchen/ });
  await user.type(await chat.input(), 'Note:');
  const button = await screen.findByRole('button', { name: 'Dictate, recognized on this device' });
  button.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Recording 0:00')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Turning speech into text…')).toBeVisible();
  expect(track.stop).toHaveBeenCalledOnce();
  return { ...chat, hear: (text: string) => act(async () => FakeRecognition.last.hear(text)) };
}

it('the text is inserted at the caret, with the focus', async () => {
  const { hear, input, engine } = await record();
  await hear('three leaves');
  await waitFor(async () => expect(await input()).toHaveValue('Note: three leaves'));
  expect(await input()).toHaveFocus();
  expect(engine().drafts.get(chatId(1))).toBe('Note: three leaves');
  expect(screen.queryByRole('region', { name: 'Dictation' })).toBeNull();
});

it('the text goes to the chat whose recording it is, also if another one is open', async () => {
  const { user, hear, input, engine, address } = await record();
  await user.click(screen.getByRole('button', { name: /^Kitchen/ }));
  await waitFor(() => expect(address()).toContain(chatId(2)));
  await user.type(await input(), 'Soup');
  await hear('three leaves');
  await waitFor(() => expect(engine().drafts.get(chatId(1))).toBe('Note: three leaves'));
  expect(await input()).toHaveValue('Soup');
});

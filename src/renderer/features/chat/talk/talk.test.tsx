import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stubMicrophone } from '../testing/fake-microphone.ts';
import { stubRecognition } from '../testing/fake-recognition.ts';
import { stubSpeech } from '../testing/fake-speech.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../composer/VoiceTools.tsx';
import './TalkPanel.tsx';

async function startTalking() {
  const microphone = stubMicrophone();
  const recognition = stubRecognition();
  const speech = stubSpeech();
  const chat = openChat(`/chat?id=${chatId(1)}`, (service) => {
    service.chats.push(storedChat(1, 'Garden plans'));
    service.changeAccess({ plan: 'professional' });
  });
  await waitFor(() => expect(localStorage.getItem('isProfessional')).toBe('true'));
  const { user } = chat;
  const button = await screen.findByRole('button', {
    name: 'Talk (recognized on this device)',
  });
  await user.click(button);
  const panel = within(await screen.findByRole('region', { name: 'Talk' }));
  // Nothing leaves the device, so there is nothing to agree to.
  expect(await panel.findByText('Listening')).toBeVisible();
  expect(panel.getByRole('button', { name: 'End' })).toHaveFocus();
  const say = async (text: string) => {
    microphone.setLoudness(0.5);
    expect(await panel.findByText('Listening to you')).toBeVisible();
    microphone.setLoudness(0);
    await act(async () => recognition.hear(text));
  };
  return { ...chat, ...microphone, panel, speech, say };
}

it('what is said is sent, the reply is read aloud, and the focus stays in the panel', async () => {
  const { say, panel, speech, completion, user, input, track, stopped } = await startTalking();
  await say('Three leaves');
  const reply = await completion();
  expect(await panel.findByText('Waiting for the reply')).toBeVisible();
  await act(async () => reply.say('One leaf. Two leaves. Three'));
  expect(await panel.findByText('One leaf.')).toBeVisible();
  await waitFor(() => expect(speech.texts()).toEqual(['One leaf.']));
  await user.click(panel.getByRole('button', { name: 'Stop the reply' }));
  await waitFor(() => expect(stopped).toHaveLength(1));
  expect(await panel.findByText('Listening')).toBeVisible();
  await waitFor(() => expect(panel.getByRole('button', { name: 'End' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Talk' })).toBeNull());
  expect(await input()).toHaveFocus();
  expect(track.stop).toHaveBeenCalledOnce();
});

it('the microphone can be muted', async () => {
  const { panel, track, user } = await startTalking();
  const mute = panel.getByRole('button', { name: 'Mute microphone' });
  await user.click(mute);
  expect([track.enabled, mute.getAttribute('aria-pressed')]).toEqual([false, 'true']);
  expect(panel.getByText('Your microphone is muted')).toBeVisible();
  await user.click(mute);
  expect([track.enabled, mute.getAttribute('aria-pressed')]).toEqual([true, 'false']);
});

it('a muted microphone is not said to interrupt the reply', async () => {
  const { say, panel, completion, user } = await startTalking();
  await say('Three leaves');
  const reply = await completion();
  await act(async () => reply.say('One leaf. Two leaves. Three'));
  expect(await panel.findByText('Reading the reply aloud. Speak to interrupt it.')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Mute microphone' }));
  expect(await panel.findByText('Reading the reply aloud. Your microphone is muted.')).toBeVisible();
});

it('a draft hides the button, and words that were not recognized are reported', async () => {
  const { say, panel, user, input } = await startTalking();
  await say(' ');
  expect(
    await panel.findByText('No speech was recognized. Move closer to the microphone, then try again.'),
  ).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'End' }));
  await user.type(await input(), 'Soup');
  expect(screen.queryByRole('button', { name: /^Talk \(/ })).toBeNull();
  await user.clear(await input());
  expect(screen.getByRole('button', { name: /^Talk \(/ })).toBeVisible();
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CompletionError } from '../../../../../shared/completion/error.ts';
import { platform } from '../../../../platform/index.ts';
import { openChat } from '../../testing/open-chat.tsx';
import { startReadingWorker as startHere } from '../../testing/reading-worker.ts';
import type { ChatModel } from '../../turn/live-turn.ts';
import { FileRefused } from '../reading/refusal.ts';
import { startReadingWorker } from '../reading/worker/start.ts';
import { readFrames } from './read-frames.ts';
import { readSound } from './read-sound.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../AttachedFiles.tsx';
import './SoundOffer.tsx';

// jsdom plays no videos, and has no workers.
vi.mock('../reading/worker/start.ts', { spy: true });
vi.mock('./read-frames.ts', { spy: true });
vi.mock('./read-sound.ts', { spy: true });

const frame = (place: number) => ({
  kind: 'image' as const,
  name: `garden 0-0${place}.jpg`,
  mediaType: 'image/jpeg' as const,
  blob: new Blob([`frame ${place}`], { type: 'image/jpeg' }),
  width: 320,
  height: 180,
  notes: [],
});

beforeEach(() => {
  vi.mocked(startReadingWorker).mockImplementation(startHere);
  vi.mocked(readFrames).mockImplementation(async (_, { count }) => ({
    frames: [1, 3, 5].map(frame).slice(0, count),
    duration: 126,
  }));
  vi.mocked(readSound).mockResolvedValue({
    pieces: [new Blob(['one']), new Blob(['two'])],
    isTooLong: false,
  });
});

const speaking: ChatModel = {
  id: 'some/model',
  name: 'Some Model',
  service: { client: 'openai', origin: 'https://api.openai.example' },
};
const video = () => new File(['\x1aE', Uint8Array.of(0xdf, 0xa3), ' rest'], 'garden.webm');
const field = () => document.querySelector<HTMLInputElement>('input[type=file]')!;
const names = () =>
  within(screen.getByRole('region', { name: 'Attached files' }))
    .queryAllByRole('button', { name: /^Open / })
    .map((button) => button.ariaLabel?.replace('Open ', ''));

async function attachVideo(model = speaking) {
  const chat = openChat('/chat', () => {}, {}, null, model);
  await chat.input();
  await chat.user.upload(field(), video());
  return chat;
}

it('a video becomes frames, and its sound is not sent before the user wants a transcript', async () => {
  const transcribe = vi.spyOn(platform, 'transcribe');
  const { user, input } = await attachVideo();
  expect(await screen.findByRole('button', { name: 'Open garden 0-01.jpg' })).toHaveTextContent(
    "3 frames of a video of 2:06. The video itself isn't sent.",
  );
  expect(names()).toEqual(['garden 0-01.jpg', 'garden 0-03.jpg', 'garden 0-05.jpg']);
  expect(
    await screen.findByText(
      /^Its sound isn't included\. To turn the sound into text, it is sent to api\.openai\.example/,
    ),
  ).toBeVisible();
  await user.type(await input(), 'What is it?{Enter}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Attached files' })).toBeNull());
  expect(transcribe).not.toHaveBeenCalled();
});

it('a transcript is made piece by piece, and a failed piece is sent again without the others', async () => {
  const transcribe = vi
    .spyOn(platform, 'transcribe')
    .mockResolvedValueOnce('We are in the garden.')
    .mockRejectedValueOnce(new CompletionError('network', 'Check your connection.'))
    .mockResolvedValueOnce('Here is the gate.');
  const { user } = await attachVideo();
  await user.click(await screen.findByRole('button', { name: 'Add transcript' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Check your connection\. To turn the sound into text/,
  );
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('button', { name: 'Open garden.webm transcript.txt' }));
  const dialog = await screen.findByRole('dialog', { name: 'garden.webm transcript.txt' });
  expect(await within(dialog).findByRole('document')).toHaveTextContent(
    'Transcript of the sound of the video "garden.webm" [0:00] We are in the garden. [2:00] Here is the gate.',
  );
  const sent = await Promise.all(transcribe.mock.calls.map(([recording]) => recording.text()));
  expect(sent).toEqual(['one', 'two', 'two']);
  expect(screen.queryByRole('button', { name: 'Add transcript' })).toBeNull();
});

it('sending waits for a transcript, and removing its row aborts it', async () => {
  const signals: AbortSignal[] = [];
  vi.spyOn(platform, 'transcribe').mockImplementation((_, { signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const { user, input } = await attachVideo();
  await user.click(await screen.findByRole('button', { name: 'Add transcript' }));
  expect(await screen.findByText('Turning sound into text, 0 of 2')).toBeVisible();
  await user.type(await input(), 'What is it?{Enter}');
  expect(await screen.findByText('Wait until all files are read.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove garden.webm' }));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(screen.queryByText('Turning sound into text, 0 of 2')).toBeNull();
});

it('says that no speech was recognized', async () => {
  vi.spyOn(platform, 'transcribe').mockResolvedValue(' ');
  const { user } = await attachVideo();
  await user.click(await screen.findByRole('button', { name: 'Add transcript' }));
  expect(await screen.findByText('No speech was recognized in the sound.')).toHaveAttribute('role', 'alert');
});

it('says that the provider cannot turn sound into text', async () => {
  await attachVideo({ id: 'some/model', name: 'Some Model' });
  expect(await screen.findByText(/The chosen model's provider can't turn sound into text\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add transcript' })).toBeNull();
});

it.each([
  [true, /because the video is longer than 10 minutes/],
  [false, /No sound was found in the video/],
])('says why there is no sound (too long: %s)', async (isTooLong, sentence) => {
  vi.mocked(readSound).mockResolvedValue({ pieces: [], isTooLong });
  await attachVideo();
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByText(/^Its sound isn't included\. To/)).toBeNull();
});

it('takes only as many frames as the message has room for', async () => {
  const { user } = await attachVideo();
  await screen.findByRole('button', { name: 'Open garden 0-01.jpg' });
  await user.upload(field(), [video(), video(), new File(['Notes'], 'notes.txt')]);
  await waitFor(() => expect(names()).toHaveLength(9));
});

it('a refused video says why, and the other files are attached', async () => {
  vi.mocked(readFrames).mockRejectedValue(new FileRefused("This browser can't play this video."));
  const { user, input } = openChat();
  await input();
  await user.upload(field(), [video(), new File(['Notes'], 'notes.txt')]);
  expect(await screen.findByText(/^This browser can't play/)).toHaveAttribute('role', 'alert');
  expect(await screen.findByRole('button', { name: 'Open notes.txt' })).toBeVisible();
});

it('refuses a video of more than 1 GB without reading it', async () => {
  const { user, input } = openChat();
  await input();
  const large = Object.defineProperty(video(), 'size', { value: 2 ** 31 });
  await user.upload(field(), large);
  expect(await screen.findByText(/^The video is larger than 1 GB/)).toBeVisible();
  expect(readFrames).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopReading } from '../aloud/reader.ts';
import { stubSpeech } from '../testing/fake-speech.ts';
import type { TurnPhase } from '../turn/live-turn.ts';
import { VoiceError } from '../voice/voice-error.ts';
import { TalkSession, type TalkState } from './talk-session.ts';

let sessions: TalkSession[];
beforeEach(() => {
  sessions = [];
  vi.useFakeTimers();
});
afterEach(() => {
  for (const session of sessions) session.close();
});

/** Starts a conversation. The test sets the microphone's level and decides what is recognized. */
function start({ isRecorded = true } = {}) {
  const speech = stubSpeech();
  const track = { enabled: true };
  let level = 0;
  const states: TalkState[] = [];
  const finish = vi.fn<() => Promise<string>>().mockResolvedValue(' Hello. ');
  const cancel = vi.fn<() => void>();
  const listen = vi.fn<(onEnd: () => void) => { finish: typeof finish; cancel: typeof cancel }>(() => ({
    finish,
    cancel,
  }));
  const parts = {
    send: vi.fn<(text: string) => void>(),
    stop: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
  };
  const events = {
    onFailure: vi.fn<(reason: string) => void>(),
    onSentence: vi.fn<(sentence: string) => void>(),
    onSilence: vi.fn<() => void>(),
    onEnd: vi.fn<(reason: string | null) => void>(),
  };
  const session = new TalkSession(
    {
      ...parts,
      microphone: {
        stream: { getAudioTracks: () => [track] } as unknown as MediaStream,
        readLevel: () => level,
        close: parts.close,
      },
      voice: { lang: 'en' } as SpeechSynthesisVoice,
      listen,
      isRecorded,
    },
    undefined,
    { ...events, onState: (state) => void states.push(state) },
  );
  sessions.push(session);
  /** Sets the level for a time in ms. */
  const hear = async (loud: number, milliseconds: number) => {
    level = loud;
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  const say = async () => {
    await hear(0.6, 500);
    await hear(0, 1_100);
  };
  const reply = (text: string, phase: TurnPhase = 'streaming', messageId = 'first') =>
    session.follow({ messageId, phase, reply: { text } });
  return { ...parts, ...events, session, track, speech, states, listen, finish, cancel, hear, say, reply };
}

it('sends what the user says after a pause, reads the reply while it is written, and listens again', async () => {
  const { say, send, reply, speech, states, onSentence, stop } = start();
  await say();
  expect(send).toHaveBeenCalledExactlyOnceWith('Hello.');
  reply('Good morn', 'waiting');
  expect(speech.texts()).toEqual([]);
  reply('Good morning. How ');
  expect(speech.texts()).toEqual(['Good morning.']);
  expect(onSentence).toHaveBeenLastCalledWith('Good morning.');
  speech.endSentence();
  reply('Good morning. How are you?', 'done');
  expect(speech.texts()).toEqual(['Good morning.', 'How are you?']);
  speech.endSentence();
  expect(states).toEqual(['hearing', 'transcribing', 'waiting', 'speaking', 'listening']);
  expect(stop).not.toHaveBeenCalled();
});

it('the reply and its voice stop within 150 ms when the user speaks', async () => {
  const { say, send, reply, speech, stop, hear, states } = start();
  await say();
  reply('One. Two. Three.', 'streaming');
  const canceled = speech.cancel.mock.calls.length;
  await hear(0.6, 150);
  expect(speech.cancel.mock.calls.length).toBe(canceled + 1);
  expect(stop).toHaveBeenCalledOnce();
  expect(states.at(-1)).toBe('hearing');
  await hear(0, 1_100);
  expect(send).toHaveBeenCalledTimes(2);
  // The rest of the stopped reply is not read. The next reply is.
  reply('One. Two. Three.', 'done');
  expect(speech.texts()).toEqual(['One.']);
  reply('Four.', 'done', 'second');
  expect(speech.texts()).toEqual(['One.', 'Four.']);
});

it('the reply can be stopped without speaking', async () => {
  const { say, session, reply, stop, states } = start();
  await say();
  reply('One. Two.', 'streaming');
  session.interrupt();
  expect([stop.mock.calls.length, states.at(-1)]).toEqual([1, 'listening']);
});

it('nothing is sent if no words are recognized', async () => {
  const { say, finish, send, onSilence, states } = start();
  finish.mockResolvedValueOnce(' ');
  await say();
  expect([send.mock.calls, onSilence.mock.calls.length, states.at(-1)]).toEqual([[], 1, 'listening']);
  await say();
  expect(send).toHaveBeenCalledExactlyOnceWith('Hello.');
});

it('keeps a recording that cannot be turned into text, and tries again when the user wants that', async () => {
  const { say, session, finish, cancel, send, onFailure, states } = start();
  finish.mockRejectedValueOnce(new VoiceError('failed'));
  const canceled = cancel.mock.calls.length;
  await say();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith("Couldn't turn the recording into text. Try again.");
  expect([states.at(-1), cancel.mock.calls.length]).toEqual(['failed', canceled]);
  session.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(send).toHaveBeenCalledExactlyOnceWith('Hello.');
});

it('a recognizer that fails ends it with the reason, because it keeps no recording', async () => {
  const { say, finish, onEnd, close } = start({ isRecorded: false });
  finish.mockRejectedValueOnce(new VoiceError('failed'));
  await say();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith("Couldn't turn the recording into text. Try again.");
  expect(close).toHaveBeenCalledOnce();
});

it('ends with the reason if listening cannot begin, and closes the microphone', () => {
  const close = vi.fn<() => void>();
  const onEnd = vi.fn<(reason: string | null) => void>();
  stubSpeech();
  const listen = () => {
    throw new VoiceError('failed');
  };
  const microphone = { stream: {} as MediaStream, readLevel: () => 0, close };
  const nothing = () => {};
  const voice = {} as SpeechSynthesisVoice;
  new TalkSession({ microphone, voice, listen, isRecorded: true, send: nothing, stop: nothing }, undefined, {
    onState: nothing,
    onSentence: nothing,
    onFailure: nothing,
    onSilence: nothing,
    onEnd,
  });
  expect(onEnd).toHaveBeenCalledExactlyOnceWith("Couldn't turn the recording into text. Try again.");
  expect(close).toHaveBeenCalledOnce();
});

it('ends after three minutes in which nothing is said', async () => {
  const { say, hear, reply, speech, onEnd } = start();
  await hear(0, 170_000);
  await say();
  reply('One.', 'done');
  speech.endSentence();
  await hear(0, 170_000);
  expect(onEnd).not.toHaveBeenCalled();
  await hear(0, 11_000);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(
    'Nothing was said for a while, so the conversation has ended.',
  );
});

it('muting drops what the user is saying', async () => {
  const { hear, session, track, send, cancel } = start();
  await hear(0.6, 500);
  const canceled = cancel.mock.calls.length;
  session.mute(true);
  await hear(0, 3_000);
  expect([track.enabled, cancel.mock.calls.length > canceled, send.mock.calls]).toEqual([false, true, []]);
  session.mute(false);
  expect(track.enabled).toBe(true);
});

it('a reply that was interrupted before it was requested is stopped as soon as it is requested', async () => {
  const { say, session, reply, stop, speech } = start();
  await say();
  reply('', 'storing');
  session.interrupt();
  expect(stop).not.toHaveBeenCalled();
  reply('', 'waiting');
  reply('One. Two.', 'streaming');
  expect(stop).toHaveBeenCalledOnce();
  await say();
  reply('One. Two.', 'done');
  reply('Three.', 'done', 'second');
  expect(speech.texts()).toEqual(['Three.']);
});

it('ends if another reply is read aloud', async () => {
  const { say, reply, onEnd } = start();
  await say();
  reply('One. Two.', 'streaming');
  stopReading();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(null);
});

it('ends if the message is refused or its reply fails, because the chat shows the reason', async () => {
  const refused = start();
  await refused.say();
  refused.reply('', 'storing');
  refused.session.follow(undefined);
  expect(refused.onEnd).toHaveBeenCalledExactlyOnceWith(null);
  const failed = start();
  await failed.say();
  failed.reply('', 'failed');
  expect(failed.onEnd).toHaveBeenCalledExactlyOnceWith(null);
});

it('ends with the reason if the voice fails', async () => {
  const { say, reply, speech, onEnd } = start();
  await say();
  reply('One. Two.', 'streaming');
  speech.fail();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(
    'Reading aloud stopped. Check your connection, then try again.',
  );
});

it('a recording contains at most two seconds before the speech', async () => {
  const { hear, listen, cancel } = start();
  await hear(0, 7_000);
  expect([listen.mock.calls.length, cancel.mock.calls.length]).toEqual([4, 3]);
  await hear(0.6, 3_000);
  expect(listen).toHaveBeenCalledTimes(4);
});

it('a recognizer does not hear the reply, and begins again if it ends by itself', async () => {
  const { hear, say, reply, listen, speech } = start({ isRecorded: false });
  await hear(0, 5_000);
  expect(listen).toHaveBeenCalledTimes(1);
  listen.mock.calls[0]![0]();
  await hear(0, 2_100);
  expect(listen).toHaveBeenCalledTimes(2);
  await say();
  reply('One.', 'done');
  expect(listen).toHaveBeenCalledTimes(2);
  speech.endSentence();
  expect(listen).toHaveBeenCalledTimes(3);
});

it('closing silences the voice and closes the microphone', async () => {
  const { say, reply, session, speech, close, onEnd } = start();
  await say();
  reply('One. Two.', 'streaming');
  const canceled = speech.cancel.mock.calls.length;
  session.close();
  expect(speech.cancel.mock.calls.length).toBe(canceled + 1);
  expect([close.mock.calls.length, onEnd.mock.calls]).toEqual([1, []]);
});

it('closing drops what the user is saying', async () => {
  const { hear, session, cancel, send } = start();
  await hear(0.6, 500);
  session.close();
  await hear(0, 2_000);
  expect([cancel.mock.calls.length, send.mock.calls]).toEqual([1, []]);
});

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refreshUsage } from '../../../lib/usage.ts';
import { useChatEngine } from '../chat-context.ts';
import { listen } from '../voice/listen.ts';
import { type Microphone, openMicrophone } from '../voice/microphone.ts';
import { voiceFailures } from '../voice/texts.ts';
import { voiceFailureOf } from '../voice/voice-error.ts';
import type { VoicePath } from '../voice/voice-path.ts';
import { TalkSession, type TalkState } from './talk-session.ts';

interface TalkOptions {
  readonly chatId: string;
  readonly path: VoicePath;
  readonly voice: SpeechSynthesisVoice;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  /** Called when the conversation has ended by itself. The reason is null if the chat shows it. */
  readonly onEnd: (reason: string | null) => void;
}

/**
 * Talks with the model of a chat until the component unmounts. If the chat or the path changes, the component must be
 * remounted.
 */
export function useTalk(options: TalkOptions) {
  const { turns } = useChatEngine().runner;
  const client = useQueryClient();
  const [state, setState] = useState<TalkState | 'opening'>('opening');
  const [sentence, setSentence] = useState('');
  /** Why the last words were not sent. Empty if they were. */
  const [failure, setFailure] = useState('');
  const [isMuted, setIsMuted] = useState(false);
  const microphone = useRef<Microphone>(null);
  const session = useRef<TalkSession>(null);
  const latest = useRef(options);
  useEffect(() => void (latest.current = options));
  useEffect(() => {
    const { chatId, path, voice } = latest.current;
    const leaving = new AbortController();
    const { signal } = leaving;
    const end = (reason: string | null) => !signal.aborted && latest.current.onEnd(reason);
    const start = (opened: Microphone) => {
      if (signal.aborted) return opened.close();
      const talk = new TalkSession(
        {
          microphone: opened,
          voice,
          isRecorded: path.kind === 'vendor',
          listen: (onEnd) => listen(opened, path, { signal, onEnd, onSent: () => refreshUsage(client) }),
          send: (text) => latest.current.onSend(text),
          stop: () => latest.current.onStop(),
        },
        turns.get(chatId),
        {
          onState: (next) => {
            setState(next);
            if (next === 'hearing' || next === 'transcribing') setFailure('');
          },
          onSentence: setSentence,
          onFailure: setFailure,
          onSilence: () => setFailure(voiceFailures.silent),
          onEnd: end,
        },
      );
      microphone.current = opened;
      session.current = talk;
      const close = () => talk.close();
      const undo = turns.subscribe(() => talk.follow(turns.get(chatId)));
      // Chromium continues to speak after the page is left.
      window.addEventListener('pagehide', close);
      signal.addEventListener('abort', () => {
        undo();
        window.removeEventListener('pagehide', close);
        close();
      });
      setState('listening');
    };
    openMicrophone(() => end(voiceFailures.lost))
      .then(start)
      .catch((error: unknown) => end(voiceFailureOf(error)));
    return () => leaving.abort();
  }, [client, turns]);
  return {
    state,
    sentence,
    failure,
    isMuted,
    microphone,
    interrupt: () => session.current?.interrupt(),
    retry: () => session.current?.retry(),
    mute: (mustMute: boolean) => {
      session.current?.mute(mustMute);
      setIsMuted(mustMute);
    },
  };
}

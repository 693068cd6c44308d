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
  /** The conversation has ended by itself. The reason is null if the chat shows it. */
  readonly onEnd: (reason: string | null) => void;
}

/** Talks with the model of a chat until the component unmounts. A change of the chat or the path needs a new component. */
export function useTalk(options: TalkOptions) {
  const { turns } = useChatEngine().runner;
  const client = useQueryClient();
  const [state, setState] = useState<TalkState | 'opening'>('opening');
  /** The sentence that is read aloud. */
  const [sentence, setSentence] = useState('');
  const [isSilent, setIsSilent] = useState(false);
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
        {
          onState: (next) => {
            setState(next);
            if (next === 'hearing') setIsSilent(false);
          },
          onSentence: setSentence,
          onSilence: () => setIsSilent(true),
          onEnd: end,
        },
      );
      microphone.current = opened;
      session.current = talk;
      const follow = () => talk.follow(turns.get(chatId));
      const close = () => talk.close();
      follow();
      const undo = turns.subscribe(follow);
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
    isSilent,
    isMuted,
    microphone,
    interrupt: () => session.current?.interrupt(),
    mute: (mustMute: boolean) => {
      for (const track of microphone.current?.stream.getAudioTracks() ?? []) track.enabled = !mustMute;
      setIsMuted(mustMute);
    },
  };
}

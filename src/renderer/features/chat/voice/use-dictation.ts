import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { maxRecordingSeconds } from '../../../../shared/completion/recording.ts';
import { showToast } from '../../../lib/toast.ts';
import { refreshUsage } from '../../../lib/usage.ts';
import { chatToasts } from '../texts.ts';
import { listen } from './listen.ts';
import type { Listening } from './listening.ts';
import { type Microphone, openMicrophone } from './microphone.ts';
import { VoiceError, voiceFailureOf } from './voice-error.ts';
import type { VoicePath } from './voice-path.ts';

/**
 * `asking`: the browser asks for the microphone. `full`, `unplugged` and `failed`: the recording is kept until the user
 * decides.
 */
export type DictationState =
  | 'idle'
  | 'asking'
  | 'recording'
  | 'full'
  | 'unplugged'
  | 'transcribing'
  | 'failed';

export interface Dictation {
  readonly state: DictationState;
  /** Why the recording could not be turned into text, if the state is `failed`. */
  readonly failure: string;
  readonly microphone: RefObject<Microphone | null>;
  readonly begin: () => void;
  readonly finish: () => void;
  readonly cancel: () => void;
}

/** Records speech and passes its text to `onText`. One recording at a time, until the component unmounts. */
export function useDictation(path: VoicePath, onText: (text: string) => void): Dictation {
  const client = useQueryClient();
  const [state, setState] = useState<DictationState>('idle');
  const [failure, setFailure] = useState('');
  const microphone = useRef<Microphone>(null);
  const listening = useRef<Listening>(null);
  /** Aborted when the user cancels, or the component unmounts. */
  const leaving = useRef<AbortController>(null);

  const release = () => {
    microphone.current?.close();
    microphone.current = null;
  };
  const end = () => {
    release();
    listening.current = null;
    setState('idle');
  };
  const cancel = () => {
    leaving.current?.abort();
    listening.current?.cancel();
    end();
  };
  const fail = (error: unknown) => {
    cancel();
    showToast(chatToasts.refused({ message: voiceFailureOf(error) }));
  };
  /** Ends the recording without sending it, because the user may have forgotten the open microphone. */
  const stop = (reason: 'full' | 'unplugged') => {
    release();
    setState(reason);
  };
  const finish = () => {
    const { signal } = leaving.current ?? new AbortController();
    if (!listening.current || state === 'transcribing') return;
    setState('transcribing');
    const text = listening.current.finish();
    // The microphone is closed immediately, because the recorder has all of the speech.
    release();
    text.then(
      (found) => {
        if (signal.aborted) return;
        if (found.trim() === '') return fail(new VoiceError('silent'));
        end();
        onText(found.trim());
      },
      (error: unknown) => {
        if (signal.aborted) return;
        // The recognizer keeps no recording, so there can be no second attempt.
        if (path.kind === 'device') return fail(error);
        setFailure(voiceFailureOf(error));
        setState('failed');
      },
    );
  };
  const latest = useRef({ cancel, finish, stop });
  const begin = () => {
    if (state !== 'idle') return;
    const controller = new AbortController();
    leaving.current = controller;
    setState('asking');
    openMicrophone(() => stop('unplugged')).then(
      (opened) => {
        if (controller.signal.aborted) return opened.close();
        microphone.current = opened;
        try {
          listening.current = listen(opened, path, {
            signal: controller.signal,
            onEnd: () => latest.current.finish(),
            onSent: () => refreshUsage(client),
          });
          setState('recording');
        } catch (error) {
          fail(error);
        }
      },
      (error: unknown) => {
        if (!controller.signal.aborted) fail(error);
      },
    );
  };
  useEffect(() => {
    if (state !== 'recording') return;
    const timer = setTimeout(() => latest.current.stop('full'), maxRecordingSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => void (latest.current = { cancel, finish, stop }));
  useEffect(() => () => latest.current.cancel(), []);
  return { state, failure, microphone, begin, finish, cancel };
}

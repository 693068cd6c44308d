import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { longestRecordingSeconds } from '../../../../shared/completion/recording.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { LoadFailure } from '../../../lib/load-module.ts';
import { readAccessToken } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { refreshUsage } from '../../../lib/usage.ts';
import { platform } from '../../../platform/index.ts';
import { chatToasts } from '../texts.ts';
import type { Listening } from './listening.ts';
import { type Microphone, openMicrophone } from './microphone.ts';
import { recognizeOnDevice } from './recognize-on-device.ts';
import { record } from './record.ts';
import { voiceFailures } from './texts.ts';
import { VoiceError } from './voice-error.ts';
import type { VoicePath } from './voice-path.ts';

/** `asking`: the browser asks for the microphone. `full`: the longest recording waits for the user's decision. */
export type DictationState = 'idle' | 'asking' | 'recording' | 'full' | 'transcribing';

interface Session {
  readonly microphone: Microphone;
  readonly listening: Listening;
  readonly timer: ReturnType<typeof setTimeout>;
}

export interface Dictation {
  readonly state: DictationState;
  /** While recording. */
  readonly microphone: RefObject<Microphone | null>;
  readonly begin: () => void;
  readonly finish: () => void;
  readonly cancel: () => void;
}

/** Records speech and passes its text on. One recording at a time, until the component unmounts. */
export function useDictation(path: VoicePath, onText: (text: string) => void): Dictation {
  const client = useQueryClient();
  const [state, setState] = useState<DictationState>('idle');
  const session = useRef<Session>(null);
  const microphone = useRef<Microphone>(null);
  /** Aborted when the user cancels, or the component unmounts. */
  const leaving = useRef<AbortController>(null);

  const close = () => {
    const current = session.current;
    session.current = null;
    microphone.current = null;
    clearTimeout(current?.timer);
    current?.microphone.close();
    return current?.listening ?? null;
  };
  const cancel = () => {
    leaving.current?.abort();
    close()?.cancel();
    setState('idle');
  };
  const fail = (error: unknown) => {
    cancel();
    const hasReason = [VoiceError, CompletionError, LoadFailure].some((kind) => error instanceof kind);
    const message = hasReason && error instanceof Error ? error.message : voiceFailures.failed;
    showToast(chatToasts.refused({ message }));
  };
  const transcribe = async (recording: Blob, signal: AbortSignal) => {
    if (path.kind === 'device') throw new VoiceError('failed');
    const accessToken = await readAccessToken();
    const { vendor } = path;
    try {
      return await platform.transcribe(recording, {
        signal,
        accessToken,
        ...(vendor && { vendor: vendor.name }),
        ...(vendor?.endpointOrigin && { endpointOrigin: vendor.endpointOrigin }),
      });
    } finally {
      refreshUsage(client);
    }
  };
  const finish = () => {
    const { signal } = leaving.current ?? new AbortController();
    if ((state !== 'recording' && state !== 'full') || !session.current) return;
    setState('transcribing');
    const text = session.current.listening.finish();
    // The microphone is closed immediately, because the recorder has all of the speech.
    close();
    text.then(
      (found) => {
        if (signal.aborted) return;
        setState('idle');
        if (found.trim() === '') fail(new VoiceError('silent'));
        else onText(found.trim());
      },
      (error: unknown) => {
        if (!signal.aborted) fail(error);
      },
    );
  };
  const begin = () => {
    if (state !== 'idle') return;
    const controller = new AbortController();
    leaving.current = controller;
    setState('asking');
    const lost = () => fail(new VoiceError('unplugged'));
    openMicrophone(lost).then(
      (opened) => {
        if (controller.signal.aborted) return opened.close();
        try {
          const listening =
            path.kind === 'device'
              ? recognizeOnDevice(opened, path.language)
              : record(opened, (recording) => transcribe(recording, controller.signal));
          const timer = setTimeout(() => {
            // Not sent without the user, who may have forgotten the microphone.
            opened.close();
            setState('full');
          }, longestRecordingSeconds * 1_000);
          session.current = { microphone: opened, listening, timer };
          microphone.current = opened;
          setState('recording');
        } catch (error) {
          opened.close();
          fail(error);
        }
      },
      (error: unknown) => {
        if (!controller.signal.aborted) fail(error);
      },
    );
  };
  const latestCancel = useRef(cancel);
  useEffect(() => void (latestCancel.current = cancel));
  useEffect(() => () => latestCancel.current(), []);
  return { state, microphone, begin, finish, cancel };
}

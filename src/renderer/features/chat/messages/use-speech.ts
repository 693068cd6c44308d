import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { speakable, speechPieces } from './speech.ts';
import { messageToasts } from '../texts.ts';

/**
 * Reads a reply aloud with the platform's voice [CHAT-104], for Professional only [CHAT-105]. One reply at a time,
 * until the component unmounts.
 */
export function useSpeech(markdown: string): { readonly isSpeaking: boolean; readonly toggle: () => void } {
  const isProfessional = useSession().user?.isProfessional ?? false;
  const [isSpeaking, setIsSpeaking] = useState(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const toggle = useCallback(() => {
    if (stop.current) return stop.current();
    if (!isProfessional) return showToast(messageToasts.voiceIsPro);
    const pieces = speechPieces(speakable(markdown));
    if (!('speechSynthesis' in window) || pieces.length === 0) return showToast(messageToasts.noVoice);
    const end = () => {
      stop.current = undefined;
      setIsSpeaking(false);
    };
    const voice = window.speechSynthesis;
    // Ends another reply; its `onerror` then updates its button.
    voice.cancel();
    stop.current = () => {
      end();
      voice.cancel();
    };
    setIsSpeaking(true);
    for (const [index, piece] of pieces.entries()) {
      const utterance = new SpeechSynthesisUtterance(piece);
      utterance.onerror = end;
      if (index === pieces.length - 1) utterance.onend = end;
      voice.speak(utterance);
    }
  }, [isProfessional, markdown]);
  return { isSpeaking, toggle };
}

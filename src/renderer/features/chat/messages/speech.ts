import { imagePattern } from '../read-time.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { messageToasts } from '../texts.ts';

/** Longer texts are split, because voices may stop in the middle. */
const MAX_PIECE_LENGTH = 200;

/** Repetitions are limited, because a long line of fence marks would otherwise take quadratic time. */
const fence = /^ {0,3}(`{3,99}(?!`)|~{3,99}(?!~))[^\n]*\n[\s\S]*?(?:\n {0,3}\1[^\n]*(?=\n|$)|(?![\s\S]))/gm;

/** Removes code blocks, images, URLs and formatting from a reply. */
export function toSpeechText(markdown: string): string {
  return markdown
    .replace(fence, '')
    .replace(imagePattern, '')
    .replace(/\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\|)\s+/gm, '')
    .replace(/[*_~`|]+/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

export function speechPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const sentence of text.match(/[^.!?\n]+[.!?\n]*|[.!?\n]+/g) ?? []) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + sentence.length <= MAX_PIECE_LENGTH)
      pieces[pieces.length - 1] += sentence;
    else pieces.push(sentence);
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/**
 * Reads a reply aloud with the platform's voice [CHAT-104]. Only available for Professional [CHAT-105]. Stops
 * when another reply is read, or when the component unmounts.
 */
export function useSpeech(markdown: string): { readonly isSpeaking: boolean; readonly toggle: () => void } {
  const isProfessional = useSession().user?.isProfessional ?? false;
  const [isSpeaking, setIsSpeaking] = useState(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const toggle = useCallback(() => {
    if (stop.current) return stop.current();
    if (!isProfessional) return showToast(messageToasts.voiceIsPro);
    const pieces = speechPieces(toSpeechText(markdown));
    if (!('speechSynthesis' in window) || pieces.length === 0) return showToast(messageToasts.noVoice);
    const end = () => {
      stop.current = undefined;
      setIsSpeaking(false);
    };
    const voice = window.speechSynthesis;
    // Stops another reply that is being read aloud. The `onerror` of that reply then updates its button.
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

import { brand } from '../../../../shared/brand.ts';
import { params, plural, texts } from '../../../../shared/texts.ts';
import type { VoicePath } from './voice-path.ts';

export const voiceTexts = texts('chat/voice', {
  dictate: params('Dictate ({where})'),
  finish: 'Finish dictating',
  onDevice: 'recognized on this device',
  to: params('sent to {host}'),
  title: 'Dictation',
  toDevice: "Your voice is recognized on this device and isn't sent anywhere.",
  toVendor: params('Your voice is sent to {host}, which turns it into text.'),
  toVendorThrough: params('Your voice is sent to {host} through {gateway} and turned into text there.'),
  notStored: `${brand} doesn't store it.`,
  counts: 'Each recording counts as one message.',
  start: 'Start recording',
  cancel: 'Cancel',
  asking: 'Waiting for the microphone…',
  recording: params('Recording {time}'),
  done: 'Done',
  retry: 'Retry',
  transcribing: 'Turning speech into text…',
  full: plural({
    one: 'Recording stopped at the limit of {count} minute. Turn it into text?',
    other: 'Recording stopped at the limit of {count} minutes. Turn it into text?',
  }),
  unplugged: 'The microphone was disconnected. Turn the recording into text?',
});

/** Why nothing was recorded or recognized, and what to do. */
export const voiceFailures = texts('chat/voiceFailures', {
  denied: 'The microphone is blocked. Allow it for this app in your browser or system settings.',
  missing: 'No microphone was found. Connect one, then try again.',
  lost: 'The microphone was disconnected. Connect it, then start again.',
  busy: "The microphone can't be used. Close other programs that use it, then try again.",
  silent: 'No speech was recognized. Move closer to the microphone, then try again.',
  failed: "Couldn't turn the recording into text. Try again.",
});

/** Says in a few words where speech is turned into text. */
export const placeOf = (path: VoicePath): string =>
  path.kind === 'device' ? voiceTexts.onDevice : voiceTexts.to({ host: path.host });

/** Says in a sentence where speech is turned into text. */
export function sentenceOf(path: VoicePath): string {
  if (path.kind === 'device') return voiceTexts.toDevice;
  const { host, gateway } = path;
  return gateway === null ? voiceTexts.toVendor({ host }) : voiceTexts.toVendorThrough({ host, gateway });
}

/** Explains what happens to a recording, before the first one is made. */
export const explainRecording = (path: VoicePath, counts: boolean): string =>
  [sentenceOf(path), path.kind === 'vendor' && voiceTexts.notStored, counts && voiceTexts.counts]
    .filter(Boolean)
    .join(' ');

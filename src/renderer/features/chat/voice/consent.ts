import { pathKey, type VoicePath } from './voice-path.ts';

/** Recipients to which an account agreed to send recordings or texts to read aloud. Kept until the page is closed. */
const consents = new Set<string>();

const recordingKey = (userId: string, path: VoicePath) => `${userId} recordings ${pathKey(path)}`;
const voiceKey = (userId: string, { voiceURI }: SpeechSynthesisVoice) => `${userId} texts ${voiceURI}`;

/** Requires no consent if the device recognizes the speech. */
export const mayRecord = (userId: string, path: VoicePath): boolean =>
  path.kind === 'device' || consents.has(recordingKey(userId, path));

export const allowRecording = (userId: string, path: VoicePath): void =>
  void consents.add(recordingKey(userId, path));

/** Requires no consent if the device has the voice. */
export const maySpeak = (userId: string, voice: SpeechSynthesisVoice): boolean =>
  voice.localService || consents.has(voiceKey(userId, voice));

export const allowVoice = (userId: string, voice: SpeechSynthesisVoice): void =>
  void consents.add(voiceKey(userId, voice));

import { clientOf, type ClientName, type Vendor } from './vendor.ts';

/**
 * The vendors that turn speech into text with OpenAI's request, `POST audio/transcriptions` next to the completions,
 * according to their public documentation. The value is the model if the vendor's config names none. If it is null, an
 * administrator must name a model, because these servers may have none.
 *
 * OpenRouter documents a different body; Anthropic and Gemini have no such endpoint.
 */
const models: Readonly<Partial<Record<ClientName, string | null>>> = {
  openai: 'gpt-4o-mini-transcribe',
  deepinfra: 'openai/whisper-large-v3-turbo',
  ollama: null,
  'openai-style': null,
  'openai-responses': null,
};

/** Returns whether a vendor of this kind may turn speech into text. */
export const mayTranscribe = (client: ClientName | null): boolean => client !== null && client in models;

/** Returns the model that turns speech into text. Null if the vendor can't. */
export function transcriptionModelOf(vendor: Pick<Vendor, 'name' | 'config'>): string | null {
  const client = clientOf(vendor);
  if (client === null || !mayTranscribe(client)) return null;
  return vendor.config.transcription_model ?? models[client] ?? null;
}

/** Returns the model of a documented vendor, ignoring its config. */
export const defaultTranscriptionModel = (client: ClientName | null): string | null =>
  (client && models[client]) ?? null;

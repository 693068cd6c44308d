import type { DialectName } from '../../vendor.ts';
import { anthropicStreams } from './anthropic.ts';
import { geminiStreams } from './gemini.ts';
import { openAiStyleStreams } from './openai-style.ts';
import { responsesStreams } from './responses.ts';
import type { RecordedStream } from './recorded-stream.ts';

export const recordedStreams: Readonly<Record<DialectName, readonly RecordedStream[]>> = {
  'openai-style': openAiStyleStreams,
  'openai-responses': responsesStreams,
  anthropic: anthropicStreams,
  gemini: geminiStreams,
};

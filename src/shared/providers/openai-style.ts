import { effortFields, isKnownReasoningModel } from './dialects/openai/effort.ts';
import { openAiMessage, passedMessages } from './dialects/openai/messages.ts';
import { createOpenAiReader } from './dialects/openai/reply-reader.ts';
import type { Prompt, Protocol } from './dialects/protocol.ts';
import { withThinking } from './dialects/thinking-tokens.ts';
import type { Dialect } from './dialects.ts';
import { readListedModel } from './listed-model.ts';
import { passedFieldNames } from './passed-fields.ts';
import { siblingUrl } from './prepare-call.ts';
import { programFields } from './program-fields.ts';
import { isRecord } from './upstream-error.ts';

/** Builds the body as document B §7 specifies it for this vendor, plus the fields for streaming. */
function bodyOf(dialect: Dialect, host: string, prompt: Prompt): Readonly<Record<string, unknown>> {
  const { model, messages, temperature, topP, effort, isStreaming, isTest } = prompt;
  const program = programFields(prompt.passed);
  const thinking = effortFields(host, model, effort);
  const hasEffort = Object.keys(thinking).length > 0;
  const thinks = hasEffort || isKnownReasoningModel(model) || prompt.facts?.isReasoning === true;
  const limited = { ...prompt, maxTokens: prompt.maxTokens ?? dialect.defaultMaxTokens };
  // The limit includes the thinking.
  const maxTokens =
    thinks && !isTest ? withThinking(limited, hasEffort ? effort : undefined) : limited.maxTokens;
  const body = {
    model,
    messages: messages.map(openAiMessage),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...dialect.fields(maxTokens, isStreaming),
    // A test always has a limit, so that it stays cheap.
    ...(isTest && { max_tokens: maxTokens }),
    ...thinking,
    ...prompt.passed,
    ...(program.messages && { messages: passedMessages(program.messages, model) }),
    ...(isStreaming && { stream: true, stream_options: { include_usage: true } }),
  };
  return dialect.adapt?.(model, body) ?? body;
}

/** Creates the protocol of an OpenAI-style vendor (PROV-001..006, PROV-008, PROV-010). */
export const openAiStyle = (dialect: Dialect): Protocol => ({
  access: dialect,
  passes: passedFieldNames,
  write: (endpoint, prompt) => ({ url: endpoint, body: bodyOf(dialect, new URL(endpoint).host, prompt) }),
  createReader: () => createOpenAiReader({ isSeparate: false }),
  isReply: ({ choices }) => Array.isArray(choices),
  empty: dialect.empty,
  embeddings: (endpoint) => siblingUrl(endpoint, 'embeddings'),
  transcriptions: (endpoint) => siblingUrl(endpoint, 'audio/transcriptions'),
  models: {
    address: (endpoint) => siblingUrl(endpoint, 'models'),
    // Some servers return the bare list, without an object.
    entriesOf: (value) => (isRecord(value) ? value['data'] : value),
    read: readListedModel,
  },
});

import { CompletionError } from '../../../completion/error.ts';
import { tryParseJson } from '../../body.ts';
import { programFields } from '../../program-fields.ts';
import { isRecord } from '../../upstream-error.ts';
import type { Prompt } from '../protocol.ts';
import { withThinking } from '../thinking-tokens.ts';
import { argumentsOf, messagesInParts, type Part } from '../parts.ts';
import { splitTurns } from '../turns.ts';
import { thinkingConfig, usableEffort } from './thinking.ts';
import { toolFields } from './tools.ts';

/** Gemma refuses a system prompt, so it becomes the beginning of the first message. */
const isGemma = (model: string) => nameOf(model).startsWith('gemma-');

/** Removes the prefix `models/`, which names have in model lists. */
export const nameOf = (model: string): string => model.replace(/^models\//, '');

/**
 * Gemini 3 refuses a turn whose first call has no signature, and some OpenAI clients drop signatures. Google
 * documents this value for such calls. Earlier models need no signature.
 */
const missingSignature = 'skip_thought_signature_validator';
const needsSignatures = (model: string) => !/^(?:gemini-[12]|gemma-)/.test(model);

/** Wraps a tool result as `{ output }` unless it is a JSON object, which Gemini requires. */
function resultOf(text: string): Readonly<Record<string, unknown>> {
  const value = tryParseJson(text);
  return isRecord(value) && !Array.isArray(value) ? value : { output: text };
}

/** Throws `bad_request` for an image URL, because Gemini loads only files that were uploaded to it. */
function partOf(part: Part): unknown {
  switch (part.kind) {
    case 'text':
      return { text: part.text };
    case 'image': {
      const { mediaType, data } = part.image;
      return { inlineData: { mimeType: mediaType, data } };
    }
    case 'image-address':
      throw new CompletionError(
        'bad_request',
        'Bad request (400): messages: image URLs are not supported for models of this vendor: send a data URL',
        400,
      );
    case 'call': {
      const call = { functionCall: { name: part.name, args: argumentsOf(part) } };
      return part.signature === undefined ? call : { ...call, thoughtSignature: part.signature };
    }
    case 'result':
      return { functionResponse: { name: part.name, response: resultOf(part.text) } };
  }
}

/** Adds a signature to the first call of a turn if the model needs one. */
function withSignature(parts: readonly Part[], model: string): readonly Part[] {
  if (!needsSignatures(model)) return parts;
  const first = parts.find(({ kind }) => kind === 'call');
  return parts.map((part) =>
    part === first && part.kind === 'call'
      ? { ...part, signature: part.signature ?? missingSignature }
      : part,
  );
}

/** Builds the body of `generateContent` and `streamGenerateContent`. */
export function bodyOf(prompt: Prompt): Readonly<Record<string, unknown>> {
  const { model, temperature, topP, isTest } = prompt;
  const effort = usableEffort(nameOf(model), prompt.effort);
  const thinking = isTest ? undefined : thinkingConfig(nameOf(model), effort);
  // The limit includes the thoughts.
  const thinks = thinking !== undefined || (prompt.facts?.isReasoning === true && !isTest);
  const maxTokens = thinks ? withThinking(prompt, effort) : prompt.maxTokens;
  const program = programFields(prompt.passed);
  const { stop, seed } = program;
  const messages = messagesInParts(prompt);
  const { system, turns } = splitTurns(
    isGemma(model)
      ? messages.map((message) => (message.role === 'system' ? { ...message, role: 'user' } : message))
      : messages,
  );
  return {
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: turns.map(({ role, parts }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: withSignature(parts, nameOf(model)).map(partOf),
    })),
    ...toolFields(program),
    generationConfig: {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(stop !== undefined && { stopSequences: [stop].flat() }),
      ...(seed !== undefined && { seed }),
      ...(thinking && { thinkingConfig: thinking }),
    },
  };
}

import { z } from 'zod';
import type { CompletionUsage, ToolCallPiece } from '../../../completion/completion.ts';
import { invalidFormatError } from '../../failures.ts';
import { finishReasonsOf } from '../finish-reason.ts';
import type { ReplyPart, ReplyReader } from '../reply-reader.ts';
import { signatureSchema } from '../signature.ts';
import { optionalCount, tokenCount } from '../token-count.ts';

const refusalReasons = [
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
] as const;

const toFinishReason = finishReasonsOf(
  new Map([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ...refusalReasons.map((reason) => [reason, 'content_filter'] as const),
  ]),
);

const wordSchema = z.string().nullish().catch(null);

/** Gemini counts thoughts separately from the answer, and omits a count of zero. */
const usageSchema = z
  .object({
    promptTokenCount: tokenCount,
    toolUsePromptTokenCount: optionalCount,
    candidatesTokenCount: optionalCount,
    thoughtsTokenCount: optionalCount,
    cachedContentTokenCount: optionalCount,
  })
  .transform((usage): CompletionUsage | undefined => {
    const { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount } = usage;
    const { candidatesTokenCount, thoughtsTokenCount } = usage;
    if (typeof candidatesTokenCount !== 'number' && typeof thoughtsTokenCount !== 'number') return undefined;
    return {
      promptTokens: promptTokenCount + (toolUsePromptTokenCount ?? 0),
      completionTokens: (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0),
      ...(thoughtsTokenCount && { reasoningTokens: thoughtsTokenCount }),
      ...(cachedContentTokenCount && { cachedTokens: cachedContentTokenCount }),
    };
  })
  .optional()
  .catch(undefined);

const callSchema = z.object({
  id: z.string().min(1).max(500).nullish().catch(null),
  name: z.string().max(500),
  args: z.record(z.string(), z.unknown()).nullish(),
});

/** Parts without text are signatures, files or function calls. Only the signature of a call must be sent back. */
const partSchema = z.object({
  text: z.string().nullish(),
  thought: z.boolean().nullish().catch(null),
  functionCall: callSchema.nullish().catch(null),
  thoughtSignature: signatureSchema.optional().catch(undefined),
});

const candidateSchema = z.object({
  content: z.object({ parts: z.array(partSchema).nullish() }).nullish(),
  finishReason: wordSchema,
});

/** A whole reply or one event of a streamed one. Both have the same form. */
const replySchema = z.object({
  candidates: z.array(candidateSchema).nullish(),
  promptFeedback: z.object({ blockReason: wordSchema }).nullish().catch(null),
  usageMetadata: usageSchema,
  modelVersion: z.string().optional().catch(undefined),
});

interface CandidatePart extends ReplyPart {
  readonly isEmpty: boolean;
}

export function createGeminiReader(): ReplyReader {
  let calls = 0;

  function readPart(value: unknown): CandidatePart {
    const { data: reply } = replySchema.safeParse(value);
    if (!reply) throw invalidFormatError();
    const candidate = reply.candidates?.[0];
    // If Gemini refuses a prompt, it sends a reason and no candidates.
    const isBlocked = Boolean(reply.promptFeedback?.blockReason);
    let text = '';
    let reasoning = '';
    const toolCalls: ToolCallPiece[] = [];
    for (const part of candidate?.content?.parts ?? []) {
      const { text: words, thought, functionCall, thoughtSignature: signature } = part;
      if (thought) reasoning += words ?? '';
      else text += words ?? '';
      if (!functionCall) continue;
      const { id, name, args } = functionCall;
      // Most models send calls without an id, but OpenAI's clients need one.
      toolCalls.push({
        index: calls,
        id: id ?? `call_${crypto.randomUUID()}`,
        name,
        arguments: JSON.stringify(args ?? {}),
        ...(signature !== undefined && { signature }),
      });
      calls += 1;
    }
    const reason = isBlocked ? 'content_filter' : toFinishReason(candidate?.finishReason);
    return {
      text,
      reasoning,
      ...(toolCalls.length > 0 && { toolCalls }),
      // Gemini has no special finish reason for calls.
      finishReason: reason === 'stop' && calls > 0 ? 'tool_calls' : reason,
      usage: reply.usageMetadata,
      model: reply.modelVersion,
      isEmpty: !candidate && !isBlocked,
    };
  }

  return {
    readWhole: (value) => {
      const { isEmpty, ...part } = readPart(value);
      if (isEmpty) throw invalidFormatError();
      return part;
    },
    readEvent: readPart,
    end: () => ({ text: '', reasoning: '' }),
  };
}

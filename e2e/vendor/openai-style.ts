import { createdAt, type ChatStyle } from './chat.ts';
import type { Reply } from './reply.ts';

type Fields = Readonly<Record<string, unknown>>;

const usageOf = ({ promptTokens, completionTokens }: Reply) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

/** Chat completions, like deepinfra, openrouter, openai and ollama. */
export const openAiStyle: ChatStyle = {
  isStreaming: ({ body }) => body['stream'] === true,
  whole: (body, reply) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: createdAt,
    model: body['model'],
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text === '' ? null : reply.text,
          ...(reply.reasoning !== '' && { reasoning_content: reply.reasoning }),
        },
        finish_reason: reply.finishReason,
      },
    ],
    usage: usageOf(reply),
  }),
  wholeError: (error) => ({ error }),
  wrongShape: { choices: 'none' },
  stream: (body) => {
    const chunk = (fields: Fields) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: createdAt,
      model: body['model'],
      ...fields,
    });
    const piece = (delta: Fields, finish_reason: string | null = null) =>
      chunk({ choices: [{ index: 0, delta, finish_reason }] });
    const options = body['stream_options'] as { readonly include_usage?: boolean } | undefined;
    return {
      frame: (event) => `data: ${JSON.stringify(event)}\n\n`,
      begin: [],
      thought: (text) => piece({ role: 'assistant', content: null, reasoning_content: text }),
      // The role is part of the first piece, not a separate event, so that the first byte comes with the first word.
      piece: (content, index) => piece(index === 0 ? { role: 'assistant', content } : { content }),
      end: (reply) => [
        piece({}, reply.finishReason),
        ...(options?.include_usage ? [chunk({ choices: [], usage: usageOf(reply) })] : []),
      ],
      error: (error) => ({ error }),
      wrongShape: { choices: 'none' },
      last: 'data: [DONE]\n\n',
    };
  },
};

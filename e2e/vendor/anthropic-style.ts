import type { ChatStyle } from './chat.ts';
import type { Reply } from './reply.ts';

const stopReasons: Readonly<Record<string, string>> = { stop: 'end_turn', length: 'max_tokens' };
const stopReasonOf = ({ finishReason }: Reply) => stopReasons[finishReason] ?? finishReason;

const named = (event: unknown) =>
  `event: ${String((event as { readonly type?: unknown }).type)}\ndata: ${JSON.stringify(event)}\n\n`;

/** Anthropic's Messages API: a block of thinking if there is any, then a block of text. */
export const anthropicStyle: ChatStyle = {
  isStreaming: ({ body }) => body['stream'] === true,
  whole: (body, reply) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content: [
      ...(reply.reasoning === ''
        ? []
        : [{ type: 'thinking', thinking: reply.reasoning, signature: 'c2lnbmF0dXJl' }]),
      ...(reply.text === '' ? [] : [{ type: 'text', text: reply.text }]),
    ],
    stop_reason: stopReasonOf(reply),
    stop_sequence: null,
    usage: { input_tokens: reply.promptTokens, output_tokens: reply.completionTokens },
  }),
  wholeError: (error) => ({ type: 'error', error }),
  wrongShape: { type: 'message', content: 'none' },
  stream: (body) => {
    let index = -1;
    let open = '';
    const blocks: Readonly<Record<string, unknown>> = {
      thinking: { type: 'thinking', thinking: '', signature: '' },
      text: { type: 'text', text: '' },
    };
    const close = () => (open === '' ? [] : [{ type: 'content_block_stop', index }]);
    /** Returns the events of a delta. The first delta of a block also opens the block. */
    const add = (block: string, delta: unknown): readonly unknown[] => {
      const change = block === open ? [] : close();
      const isNew = block !== open;
      if (isNew) index += 1;
      open = block;
      return [
        ...change,
        ...(isNew ? [{ type: 'content_block_start', index, content_block: blocks[block] }] : []),
        { type: 'content_block_delta', index, delta },
      ];
    };
    return {
      frame: (event) => (Array.isArray(event) ? event.map(named).join('') : named(event)),
      begin: [
        {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: body['model'],
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 1, output_tokens: 1 },
          },
        },
      ],
      thought: (thinking) => add('thinking', { type: 'thinking_delta', thinking }),
      piece: (text) => add('text', { type: 'text_delta', text }),
      end: (reply) => [
        ...close(),
        {
          type: 'message_delta',
          delta: { stop_reason: stopReasonOf(reply), stop_sequence: null },
          usage: { input_tokens: reply.promptTokens, output_tokens: reply.completionTokens },
        },
        { type: 'message_stop' },
      ],
      error: (error) => ({ type: 'error', error }),
      wrongShape: { type: 'content_block_delta', delta: 'none' },
    };
  },
};

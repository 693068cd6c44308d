import { createdAt, type ChatStyle } from './chat.ts';
import type { Reply } from './reply.ts';

const outputOf = ({ text, reasoning }: Reply) => [
  ...(reasoning === ''
    ? []
    : [{ id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: reasoning }] }]),
  ...(text === ''
    ? []
    : [
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ]),
];

const responseOf = (body: Readonly<Record<string, unknown>>, reply?: Reply) => {
  const isCut = reply?.finishReason === 'length';
  return {
    id: 'resp_1',
    object: 'response',
    created_at: createdAt,
    status: reply ? (isCut ? 'incomplete' : 'completed') : 'in_progress',
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    model: body['model'],
    output: reply ? outputOf(reply) : [],
    usage: reply
      ? {
          input_tokens: reply.promptTokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: reply.completionTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: reply.promptTokens + reply.completionTokens,
        }
      : null,
  };
};

/** OpenAI's Responses API. */
export const responsesStyle: ChatStyle = {
  isStreaming: ({ body }) => body['stream'] === true,
  whole: responseOf,
  wholeError: (error) => ({ error }),
  wrongShape: { object: 'response', status: 'completed', output: 'none' },
  stream: (body) => {
    let number = 0;
    const event = (type: string, fields: Readonly<Record<string, unknown>>) => {
      number += 1;
      return { type, sequence_number: number, ...fields };
    };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
    const thinking = { id: 'rs_1', type: 'reasoning', summary: [] };
    let items = 0;
    let hasThoughts = false;
    const open = (item: { readonly id: string }, part: string, fields: Readonly<Record<string, unknown>>) => {
      const output_index = items;
      items += 1;
      return [
        event('response.output_item.added', { output_index, item }),
        event(part, { item_id: item.id, output_index, ...fields }),
      ];
    };
    const write = (type: string, item_id: string, fields: Readonly<Record<string, unknown>>) =>
      event(type, { item_id, output_index: items - 1, ...fields });
    return {
      frame: (events) =>
        [events]
          .flat()
          .map((each) => {
            const { type } = each as { readonly type: string };
            return `event: ${type}\ndata: ${JSON.stringify(each)}\n\n`;
          })
          .join(''),
      begin: [event('response.created', { response: responseOf(body) })],
      thought: (delta) => {
        const begin = hasThoughts
          ? []
          : open(thinking, 'response.reasoning_summary_part.added', {
              summary_index: 0,
              part: { type: 'summary_text', text: '' },
            });
        hasThoughts = true;
        return [
          ...begin,
          write('response.reasoning_summary_text.delta', thinking.id, { summary_index: 0, delta }),
        ];
      },
      piece: (delta, index) => [
        ...(index === 0
          ? open(message, 'response.content_part.added', {
              content_index: 0,
              part: { type: 'output_text', text: '', annotations: [] },
            })
          : []),
        write('response.output_text.delta', message.id, { content_index: 0, delta, logprobs: [] }),
      ],
      end: (reply) => {
        const type = reply.finishReason === 'length' ? 'response.incomplete' : 'response.completed';
        return [event(type, { response: responseOf(body, reply) })];
      },
      error: (error) => event('error', { error }),
      wrongShape: { type: 'response.output_text.delta', delta: 7 },
    };
  },
};

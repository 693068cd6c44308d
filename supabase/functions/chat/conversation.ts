import { z } from 'zod';
import type { CompletionMessage } from '../../../src/shared/completion/completion.ts';
import { toStorable } from '../../../src/shared/domain/text.ts';

const maxMessages = 10_000;
const maxToolCalls = 128;

const textPartSchema = z.object({ type: z.literal('text'), text: z.string().overwrite(toStorable) });
const imagePartSchema = z.object({
  type: z.literal('image_url'),
  image_url: z.object({
    // The vendor loads it, we don't.
    url: z
      .string()
      .regex(
        /^(?:https:\/\/|data:image\/[\w.+-]+;base64,)/,
        'must be an https address or a data URL of an image',
      ),
    detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
  }),
});

/** OpenAI's clients may send a text as a list of parts. */
const textSchema = z.union([z.string().overwrite(toStorable), z.array(textPartSchema)]);
const contentSchema = z.union([
  z.string().overwrite(toStorable),
  z.array(z.discriminatedUnion('type', [textPartSchema, imagePartSchema])),
]);

const toolCallSchema = z.object({
  id: z.string().min(1).max(500),
  type: z.literal('function'),
  function: z.object({ name: z.string().min(1).max(500), arguments: z.string() }),
});

const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: textSchema }),
  // Newer clients call the system role "developer".
  z.object({ role: z.literal('developer'), content: textSchema }),
  z.object({ role: z.literal('user'), content: contentSchema }),
  z
    .object({
      role: z.literal('assistant'),
      content: textSchema.nullish(),
      tool_calls: z.array(toolCallSchema).min(1).max(maxToolCalls).nullish(),
    })
    .refine(({ content, tool_calls: calls }) => (content ?? calls ?? null) !== null, {
      error: 'must have content or tool_calls',
    }),
  z.object({ role: z.literal('tool'), content: textSchema, tool_call_id: z.string().min(1).max(500) }),
]);
type Message = z.infer<typeof messageSchema>;

const textOf = ({ content }: Message): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');

const hasMoreThanText = (message: Message) =>
  message.role === 'tool' ||
  ('tool_calls' in message && Boolean(message.tool_calls)) ||
  (Array.isArray(message.content) && message.content.some(({ type }) => type !== 'text'));

const roles = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'user',
} as const satisfies Record<Message['role'], CompletionMessage['role']>;

/**
 * The conversation of OpenAI's request: as texts, and if it has images or tool calls, also as it is. Fields that are not
 * here are dropped.
 */
export const conversationSchema = z
  .array(messageSchema)
  .min(1)
  .max(maxMessages)
  .transform((messages) => ({
    texts: messages.map((message): CompletionMessage => ({
      role: roles[message.role],
      content: textOf(message),
    })),
    passed: messages.some(hasMoreThanText) ? messages : undefined,
  }));

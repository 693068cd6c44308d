import { z } from 'zod';
import {
  imageDataOf,
  maxImageDataLength,
  type CompletionMessage,
} from '../../../src/shared/completion/completion.ts';
import { toStorable } from '../../../src/shared/domain/text.ts';
import { extraContentSchema } from '../../../src/shared/providers/dialects/signature.ts';
import { roleOf, textOf, type ProgramMessage } from '../../../src/shared/providers/program-fields.ts';
import { readDataUrl } from '../../../src/shared/providers/data-url.ts';

const maxMessages = 10_000;
const maxToolCalls = 128;

const textPartSchema = z.object({ type: z.literal('text'), text: z.string().overwrite(toStorable) });
const imagePartSchema = z.object({
  type: z.literal('image_url'),
  image_url: z.object({
    // Only the vendor loads this URL.
    url: z
      .string()
      .refine(
        (url) => url.startsWith('https://') || readDataUrl(url) !== null,
        'must be an https URL, or a data URL of a JPEG, PNG, WebP or GIF image',
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
  extra_content: extraContentSchema.nullish(),
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

const partsOf = ({ content }: Message) => (Array.isArray(content) ? content : []);

const imagesOf = (message: Message) =>
  partsOf(message).flatMap((part) => (part.type === 'text' ? [] : (readDataUrl(part.image_url.url) ?? [])));

/** Checks whether a message contains more than a text followed by images. */
function hasOtherParts(message: Message): boolean {
  if (message.role === 'tool' || ('tool_calls' in message && message.tool_calls)) return true;
  const parts = partsOf(message);
  const firstImage = parts.findIndex(({ type }) => type !== 'text');
  return (
    firstImage !== -1 &&
    parts
      .slice(firstImage)
      .some(
        (part) =>
          part.type === 'text' ||
          part.image_url.detail !== undefined ||
          part.image_url.url.startsWith('https://'),
      )
  );
}

function toMessage(message: Message): CompletionMessage {
  const images = imagesOf(message);
  return {
    role: roleOf(message),
    content: textOf(message),
    ...(images.length > 0 && { images }),
  };
}

/**
 * Parses the conversation in OpenAI's request. Keeps the original messages if they contain more than texts with images.
 * Drops other fields.
 */
export const conversationSchema = z
  .array(messageSchema)
  .min(1)
  .max(maxMessages)
  .transform((messages) => ({
    plain: messages.map(toMessage),
    passed: messages.some(hasOtherParts) ? (messages satisfies readonly ProgramMessage[]) : undefined,
  }))
  .refine(
    ({ plain }) => imageDataOf(plain) <= maxImageDataLength,
    `the images have at most ${maxImageDataLength / 1_048_576} MB together, as base64`,
  );

import { z } from 'zod';
import { chatParameters } from '../../../../shared/chats/chat-parameters.ts';
import { clientNames } from '../../../../shared/providers/vendor.ts';
import { modelChoice } from '../../../lib/model-choice.ts';
import { attachmentSchema } from '../attachments/attachment.ts';

const base = {
  /** Created on this device, so that a repeated attempt has no effect. For `send`: the id of the message. */
  id: z.string(),
  /** By this device's clock. Only for display, because operations are ordered by arrival. */
  createdAt: z.number(),
  chatId: z.string(),
};

const sendSchema = z.object({
  ...base,
  kind: z.literal('send'),
  title: z.string(),
  /** The chat is created first; creating it again has no effect. */
  isNewChat: z.boolean(),
  /** The id of the system prompt's row, if the message contains one. */
  systemMessageId: z.string(),
  replyId: z.string(),
  /** As typed: returned to the draft if the message is refused or cancelled. */
  typed: z.string(),
  text: z.string(),
  systemPrompt: z.string().nullable(),
  files: z.array(attachmentSchema).exactOptional(),
  /** For an edited message: the message before it, null for none. */
  after: z.string().nullable().exactOptional(),
  /** True if it waits for the user because the reply before it was stopped or failed. */
  isHeld: z.boolean().exactOptional(),
  /** Null if it was sent before the models had loaded: then the selected one answers. */
  model: z
    .object({
      id: z.string(),
      name: z.string(),
      contextLength: z.number().nullable().exactOptional(),
      vendorName: z.string().nullable().exactOptional(),
      maxOutput: z.number().exactOptional(),
      isReasoning: z.boolean().exactOptional(),
      price: z.object({ input: z.number(), output: z.number().nullable() }).exactOptional(),
      seesPictures: z.boolean().exactOptional(),
      service: z
        .object({ client: z.enum(clientNames).nullable(), origin: z.string().nullable() })
        .exactOptional(),
      vendor: z.object({ name: z.string(), endpointOrigin: z.string().nullable() }).exactOptional(),
    })
    .nullable(),
  /** The chat's model, if another one answers this message. */
  chatModel: modelChoice.exactOptional(),
  /** The parameters of the chat that is created with the message. */
  parameters: chatParameters.exactOptional(),
});

export const operationSchema = z.discriminatedUnion('kind', [
  sendSchema,
  z.object({ ...base, kind: z.literal('rename'), title: z.string() }),
  /** Null unpins. */
  z.object({ ...base, kind: z.literal('pin'), pinnedAt: z.string().nullable() }),
  /** Null unarchives the chat. */
  z.object({ ...base, kind: z.literal('archive'), archivedAt: z.string().nullable() }),
  z.object({ ...base, kind: z.literal('model'), model: modelChoice }),
  /** Null resets them. */
  z.object({ ...base, kind: z.literal('parameters'), parameters: chatParameters.nullable() }),
  z.object({ ...base, kind: z.literal('delete') }),
  z.object({ ...base, kind: z.literal('show-version'), messageId: z.string() }),
  z.object({ ...base, kind: z.literal('delete-version'), messageId: z.string() }),
]);

/** A change by the user that the service has not confirmed. */
export type Operation = Readonly<z.infer<typeof operationSchema>>;
export type SendOperation = Extract<Operation, { readonly kind: 'send' }>;

export interface Refusal {
  /** The reason, for the user. */
  readonly refused: string;
  /** True if the chat no longer exists. */
  readonly isChatGone?: boolean;
}

/** `busy`: this chat must wait, e.g. for its running reply. `offline`: all operations must wait. */
export type ExecuteResult = 'done' | 'busy' | 'offline' | Refusal;

/** How an operation left the outbox. */
export type OperationEnd = 'done' | 'cancelled' | Refusal;

import { z } from 'zod';
import { chatParameters } from '../../../../shared/chats/chat-parameters.ts';
import { clientNames } from '../../../../shared/providers/vendor.ts';
import { libraryChangeSchema } from '../../../lib/library-changes.ts';
import { modelChoice } from '../../../lib/model-choice.ts';
import { attachmentSchema } from '../attachments/attachment.ts';

const baseFields = {
  /**
   * Created on this device, so that a repeated attempt has no effect. The id of a `send` operation is its
   * message's id.
   */
  id: z.string(),
  /**
   * By this device's clock. Only needed to order operations that are not in the database yet. All others are executed
   * in order of arrival.
   */
  createdAt: z.number(),
  chatId: z.string(),
};

const sendSchema = z.object({
  ...baseFields,
  kind: z.literal('send'),
  title: z.string(),
  /** True if the chat must be created first. Creating it again has no effect. */
  isNewChat: z.boolean(),
  /** The id for the system prompt's row, if the message contains a system prompt. */
  systemMessageId: z.string(),
  replyId: z.string(),
  /** The text as the user typed it. It returns to the draft if the message is refused or canceled. */
  typed: z.string(),
  text: z.string(),
  systemPrompt: z.string().nullable(),
  files: z.array(attachmentSchema).exactOptional(),
  /** Only set for an edited message: the id of the message before it, or null for the first message. */
  after: z.string().nullable().exactOptional(),
  /**
   * True if the message waited for a reply that was stopped or failed. It is then held until the user
   * decides.
   */
  isHeld: z.boolean().exactOptional(),
  /** Null if the message was sent before the models had loaded. The selected model then replies. */
  model: z
    .object({
      id: z.string(),
      name: z.string(),
      contextLength: z.number().nullable().exactOptional(),
      vendorName: z.string().nullable().exactOptional(),
      maxOutput: z.number().exactOptional(),
      isReasoning: z.boolean().exactOptional(),
      price: z.object({ input: z.number(), output: z.number().nullable() }).exactOptional(),
      supportsImages: z.boolean().exactOptional(),
      service: z
        .object({ client: z.enum(clientNames).nullable(), origin: z.string().nullable() })
        .exactOptional(),
      vendor: z.object({ name: z.string(), endpointOrigin: z.string().nullable() }).exactOptional(),
    })
    .nullable(),
  /** The chat's model, if another model replies to this message. */
  chatModel: modelChoice.exactOptional(),
  parameters: chatParameters.exactOptional(),
  /** The persona that the user picked for this message. */
  oneTimeParameters: chatParameters.exactOptional(),
  /** The project of a new chat. Absent if it isn't in one. */
  projectId: z.string().exactOptional(),
  /** True if the project's default persona was not loaded when the message was sent. */
  awaitsPersona: z.boolean().exactOptional(),
  /** True if the model of the project or its persona should reply too, because the user has not selected another. */
  awaitsModel: z.boolean().exactOptional(),
});

export const operationSchema = z.discriminatedUnion('kind', [
  sendSchema,
  z.object({ ...baseFields, kind: z.literal('rename'), title: z.string() }),
  z.object({ ...baseFields, kind: z.literal('pin'), pinnedAt: z.string().nullable() }),
  z.object({ ...baseFields, kind: z.literal('archive'), archivedAt: z.string().nullable() }),
  /** Null moves the chat out of its project. */
  z.object({ ...baseFields, kind: z.literal('move'), projectId: z.string().nullable() }),
  z.object({ ...baseFields, kind: z.literal('model'), model: modelChoice }),
  z.object({ ...baseFields, kind: z.literal('parameters'), parameters: chatParameters.nullable() }),
  z.object({ ...baseFields, kind: z.literal('delete') }),
  z.object({ ...baseFields, kind: z.literal('show-version'), messageId: z.string() }),
  z.object({ ...baseFields, kind: z.literal('delete-version'), messageId: z.string() }),
  libraryChangeSchema,
]);

/** A change by the user that the service has not confirmed. */
export type Operation = Readonly<z.infer<typeof operationSchema>>;
export type SendOperation = Extract<Operation, { readonly kind: 'send' }>;
/** A change of a chat or its messages. */
export type ChatOperation = Exclude<Operation, { readonly kind: 'library' }>;

export interface Refusal {
  readonly refused: string;
  readonly isChatGone?: boolean;
  /** True if another device has changed or deleted the item of the library. */
  readonly isConflict?: boolean;
}

/** `busy`: this chat must wait, for example for its running reply. `offline`: all operations must wait. */
export type ExecuteResult = 'done' | 'busy' | 'offline' | Refusal;

export type OperationOutcome = 'done' | 'cancelled' | Refusal;

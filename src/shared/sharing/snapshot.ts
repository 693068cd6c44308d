import { z } from 'zod';

const sharedMessage = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  /** The model that replied, and its name in the owner's list. */
  modelId: z.string().max(400).regex(/\S/).optional(),
  modelName: z.string().max(400).optional(),
  reasoning: z.string().optional(),
  /** The number of the message's files and generated images that are not shared. */
  omitted: z.number().int().min(1).max(1_000).optional(),
});

const snapshotSchema = z.object({
  version: z.literal(1),
  /** The service allows 500 characters, which may take two units each. */
  title: z.string().min(1).max(1_000),
  sharedAt: z.iso.datetime(),
  /** More messages would not fit into an envelope. */
  messages: z.array(sharedMessage).min(1).max(30_000),
});

export type SharedMessage = z.infer<typeof sharedMessage>;
/** Everything that a link shows. It has no ids, times of messages, system prompts, files or usage. */
export type Snapshot = z.infer<typeof snapshotSchema>;

/** Returns null if the text is not a snapshot. Anyone may be its author, so all of it is checked. */
export function readSnapshot(text: string): Snapshot | null {
  try {
    return snapshotSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

import { z } from 'zod';

/** In characters. The database has the same limit. */
export const maxMemoryLength = 200;

export const memoryColumns = 'id, content, chat_id, message_id, revision, created_at';

/** A fact that the user asked to be remembered. */
export const memory = z.object({
  id: z.string(),
  content: z.string(),
  chat_id: z.string().nullable(),
  /** The message that it came from. Null once that message is deleted. */
  message_id: z.string().nullable(),
  /** Increases with each change. Devices compare it to detect each other's changes. */
  revision: z.number(),
  created_at: z.string(),
});
export type Memory = Readonly<z.infer<typeof memory>>;

import { z } from 'zod';

export const serviceMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    url: z.url(),
    publishableKey: z.string().min(1),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('restoring') }),
  z.object({ type: z.literal('restored'), problem: z.string().nullable() }),
]);
export type ServiceReady = Extract<z.infer<typeof serviceMessageSchema>, { type: 'ready' }>;

/**
 * Builds the message that sends a new process the secret for all requests, and the name of the backup to restore first.
 */
export const ownerMessage = (secret: string, restore: string | null) =>
  ({ type: 'owner', secret, restore }) as const;

/** Makes the service save its data and exit. */
export const stopMessage = { type: 'stop' } as const;

import { z } from 'zod';

/** What the service says to the process that started it. */
export const serviceMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    url: z.url(),
    publishableKey: z.string().min(1),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type ServiceReady = Extract<z.infer<typeof serviceMessageSchema>, { type: 'ready' }>;

/** Gives a new process the secret without which it answers nothing. */
export const ownerMessage = (secret: string) => ({ type: 'owner', secret }) as const;

/** Asks the service to write what it holds and end. */
export const stopMessage = { type: 'stop' } as const;

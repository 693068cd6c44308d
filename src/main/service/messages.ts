import { z } from 'zod';

export const serviceMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    url: z.url(),
    publishableKey: z.string().min(1),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type ServiceReady = Extract<z.infer<typeof serviceMessageSchema>, { type: 'ready' }>;

/** Gives a new process the secret that all requests must contain. */
export const ownerSecretMessage = (secret: string) => ({ type: 'owner', secret }) as const;

/** Asks the service to save its data and exit. */
export const stopMessage = { type: 'stop' } as const;

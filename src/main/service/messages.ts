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

/** Sends a new process the secret that all requests must contain. */
export const ownerSecretMessage = (secret: string) => ({ type: 'owner', secret }) as const;

/** Requests that the service saves its data and exits. */
export const stopMessage = { type: 'stop' } as const;

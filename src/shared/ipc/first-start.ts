import { z } from 'zod';

/** `choose`: where chats are stored, before anything is. `key`: an optional API key. */
export const firstStartSteps = z.enum(['choose', 'key']);
export type FirstStartStep = z.infer<typeof firstStartSteps>;

import { z } from 'zod';

/** `choose`: where to store chats, before any are stored. `key`: an optional API key. */
export const firstStartSteps = z.enum(['choose', 'key']);
export type FirstStartStep = z.infer<typeof firstStartSteps>;

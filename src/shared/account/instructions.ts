import { z } from 'zod';

/** In characters. The database has the same limit. */
export const maxAccountInstructionsLength = 1500;

export const accountInstructions = z.object({
  /** What the user wants models to know about them. */
  about: z.string(),
  /** How the user wants models to answer. */
  style: z.string(),
  /** Whether these instructions are sent in chats whose parameters don't contain `accountInstructions`. */
  is_used: z.boolean(),
  /** Whether the account's memories are sent and models may propose new ones. */
  uses_memory: z.boolean().default(false),
  /** Increases with each change. 0 until instructions are saved. */
  revision: z.number(),
});
export type AccountInstructions = Readonly<z.infer<typeof accountInstructions>>;

export const noInstructions: AccountInstructions = {
  about: '',
  style: '',
  is_used: true,
  uses_memory: false,
  revision: 0,
};

export const hasInstructions = ({ about, style }: Pick<AccountInstructions, 'about' | 'style'>): boolean =>
  (about + style).trim() !== '';

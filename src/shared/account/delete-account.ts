import { z } from 'zod';

/** Users type this to confirm the deletion of their account. */
export const deletionPhrase = 'delete my account';

/** `POST account/delete`. The phrase protects against accidental requests. */
export const deleteAccountRequestSchema = z.object({ confirm: z.literal(deletionPhrase) });

export const deletedAccountSchema = z.object({ deleted: z.literal(true) });
export type DeletedAccount = z.infer<typeof deletedAccountSchema>;

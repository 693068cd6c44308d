import { z } from 'zod';

/** Users type this phrase to confirm that they want to delete their account. */
export const deletionPhrase = 'delete my account';

/** `POST account/delete`. Without the phrase, a stray request could delete an account. */
export const deleteAccountRequestSchema = z.object({ confirm: z.literal(deletionPhrase) });

export const deletedAccountSchema = z.object({ deleted: z.literal(true) });
export type DeletedAccount = z.infer<typeof deletedAccountSchema>;

import { z } from 'zod';

/** What a person types before their account is deleted. */
export const deletionPhrase = 'delete my account';

/** `POST account/delete`. The phrase says that a person meant it, and no program by mistake. */
export const deleteAccountRequestSchema = z.object({ confirm: z.literal(deletionPhrase) });

export const deletedAccountSchema = z.object({ deleted: z.literal(true) });
export type DeletedAccount = z.infer<typeof deletedAccountSchema>;

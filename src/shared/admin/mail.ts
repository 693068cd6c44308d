import { z } from 'zod';

/** `POST admin/mail/status`. Returns null if no emails are sent, or if the hosted service sends them. */
export const mailStatusRequestSchema = z.object({});
export const mailStatusReplySchema = z.object({
  mail: z
    .object({
      server: z.string(),
      sender: z.string(),
      waiting: z.number().int(),
      last_success_at: z.string().nullable(),
      last_failure_at: z.string().nullable(),
      /** The last error. Outdated if a later email was sent. */
      last_error: z.string().nullable(),
    })
    .nullable(),
});
export type MailStatus = NonNullable<z.infer<typeof mailStatusReplySchema>['mail']>;

/** `POST admin/mail/test`: queues an email to the administrator. */
export const testMailRequestSchema = z.object({});
export const testMailReplySchema = z.object({ recipient: z.string() });

import { z } from 'zod';

/** `POST admin/mail/status`. Null if this service sends no mail, or the hosted service does it. */
export const mailStatusRequestSchema = z.object({});
export const mailStatusReplySchema = z.object({
  mail: z
    .object({
      server: z.string(),
      sender: z.string(),
      waiting: z.number().int(),
      last_success_at: z.string().nullable(),
      last_failure_at: z.string().nullable(),
      /** For the operator; valid until a later mail is sent. */
      last_error: z.string().nullable(),
    })
    .nullable(),
});
export type MailStatus = NonNullable<z.infer<typeof mailStatusReplySchema>['mail']>;

/** `POST admin/mail/test`: queues a mail to the administrator's own address. */
export const testMailRequestSchema = z.object({});
export const testMailReplySchema = z.object({ recipient: z.string() });

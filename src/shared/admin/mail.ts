import { z } from 'zod';

/** `POST admin/mail/status`. Null: this service sends no mail, or leaves it to the hosted one. */
export const mailStatusRequestSchema = z.object({});
export const mailStatusReplySchema = z.object({
  mail: z
    .object({
      server: z.string(),
      sender: z.string(),
      waiting: z.number().int(),
      last_success_at: z.string().nullable(),
      last_failure_at: z.string().nullable(),
      /** In words for an operator; holds until a mail is sent later than it. */
      last_error: z.string().nullable(),
    })
    .nullable(),
});
export type MailStatus = NonNullable<z.infer<typeof mailStatusReplySchema>['mail']>;

/** `POST admin/mail/test`: queues a mail to the administrator's own address. */
export const testMailRequestSchema = z.object({});
export const testMailReplySchema = z.object({ recipient: z.string() });

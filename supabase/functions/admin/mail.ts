import {
  mailStatusReplySchema,
  mailStatusRequestSchema,
  testMailReplySchema,
  testMailRequestSchema,
} from '../../../src/shared/admin/mail.ts';
import { act, defineAct, type Act } from './act.ts';

const status = defineAct(mailStatusRequestSchema, (context) =>
  act(context, 'read_mail_status', {}, mailStatusReplySchema),
);

const test = defineAct(testMailRequestSchema, (context) =>
  act(context, 'send_test_mail', {}, testMailReplySchema),
);

/** `admin/mail/<action>`. */
export const mailActs: ReadonlyMap<string, Act> = new Map([
  ['status', status],
  ['test', test],
]);

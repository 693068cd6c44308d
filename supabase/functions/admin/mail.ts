import {
  mailStatusReplySchema,
  mailStatusRequestSchema,
  testMailReplySchema,
  testMailRequestSchema,
} from '../../../src/shared/admin/mail.ts';
import { defineActions } from './action.ts';

export const mailActions = defineActions(
  { status: mailStatusRequestSchema, test: testMailRequestSchema },
  { status: mailStatusReplySchema, test: testMailReplySchema },
  {
    status: (_, { call }) => call('read_mail_status', {}),
    test: (_, { call }) => call('send_test_mail', {}),
  },
);

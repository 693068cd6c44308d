import { type bulkRequestSchemas, bulkReplySchemas } from '../../../../shared/admin/bulk.ts';
import {
  type impersonationRequestSchemas,
  impersonationReplySchemas,
} from '../../../../shared/admin/impersonation.ts';
import { type mergeRequestSchemas, mergeReplySchemas } from '../../../../shared/admin/merge.ts';
import { type userRequestSchemas, userReplySchemas } from '../../../../shared/admin/users.ts';
import { defineActions } from '../service/define-actions.ts';

type Requests = typeof userRequestSchemas &
  typeof bulkRequestSchemas &
  typeof impersonationRequestSchemas &
  typeof mergeRequestSchemas;

const replySchemas = {
  ...userReplySchemas,
  ...bulkReplySchemas,
  ...impersonationReplySchemas,
  ...mergeReplySchemas,
};

export const callUsers = defineActions<Requests, typeof replySchemas>('users', replySchemas);

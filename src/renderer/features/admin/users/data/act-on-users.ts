import { type bulkRequestSchemas, bulkReplySchemas } from '../../../../../shared/admin/bulk.ts';
import {
  type impersonationRequestSchemas,
  impersonationReplySchemas,
} from '../../../../../shared/admin/impersonation.ts';
import { type mergeRequestSchemas, mergeReplySchemas } from '../../../../../shared/admin/merge.ts';
import { type userRequestSchemas, userReplySchemas } from '../../../../../shared/admin/users.ts';
import { defineActs } from '../../data/define-acts.ts';

type Requests = typeof userRequestSchemas &
  typeof bulkRequestSchemas &
  typeof impersonationRequestSchemas &
  typeof mergeRequestSchemas;

/** `POST admin/users/<action>`. */
export const actOnUsers = defineActs<
  Requests,
  typeof userReplySchemas &
    typeof bulkReplySchemas &
    typeof impersonationReplySchemas &
    typeof mergeReplySchemas
>('users', {
  ...userReplySchemas,
  ...bulkReplySchemas,
  ...impersonationReplySchemas,
  ...mergeReplySchemas,
});

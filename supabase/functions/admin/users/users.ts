import { bulkReplySchemas, bulkRequestSchemas } from '../../../../src/shared/admin/bulk.ts';
import {
  impersonationReplySchemas,
  impersonationRequestSchemas,
} from '../../../../src/shared/admin/impersonation.ts';
import { mergeReplySchemas, mergeRequestSchemas } from '../../../../src/shared/admin/merge.ts';
import { userReplySchemas, userRequestSchemas, type UserAction } from '../../../../src/shared/admin/users.ts';
import { defineActions, type ActionContext } from '../action.ts';
import { createUser } from './create.ts';
import { exportUsers } from './export.ts';

/** Defines an action on one account. Bulk operations call the same SQL function for each account. */
const userAction =
  (type: UserAction) =>
  ({ user, ...details }: { readonly user: string }, { call }: ActionContext) =>
    call('act_on_user', { target_user: user, act: { type, ...details } });

const accountActions = defineActions(userRequestSchemas, userReplySchemas, {
  list: ({ search, role, plan, ...page }, { call }) =>
    call('list_users', { filter: { search, role, plan }, ...page }),
  export: exportUsers,
  show: ({ user }, { call }) => call('show_user', { target_user: user }),
  'set-budget': ({ user, ...budget }, { call }) => call('set_user_budget', { target_user: user, ...budget }),
  create: createUser,
  delete: userAction('delete'),
  'set-role': userAction('set-role'),
  'set-plan': userAction('set-plan'),
  restrict: userAction('restrict'),
  lift: userAction('lift'),
  'reset-password': userAction('reset-password'),
  'set-verified': userAction('set-verified'),
  'end-session': ({ user, session }, { call }) =>
    call('end_user_session', { target_user: user, session_id: session }),
});

/** Actions of the read-only view of an account. */
const impersonationActions = defineActions(impersonationRequestSchemas, impersonationReplySchemas, {
  impersonate: ({ user }, { call }) => call('begin_view', { target_user: user }),
  'current-impersonation': (_, { call }) => call('current_view', {}),
  'end-impersonation': (_, { call }) => call('end_view', {}),
  view: ({ session, ...page }, { call }) => call('view_account', { view_id: session, ...page }),
});

const mergeActions = defineActions(mergeRequestSchemas, mergeReplySchemas, {
  'merge-preview': ({ source, target }, { call }) =>
    call('preview_merge', { source_user: source, target_user: target }),
  'merge-ask': ({ source, target }, { call }) =>
    call('request_merge', { source_user: source, target_user: target }),
  merge: ({ source, target }, { call }) => call('merge_users', { source_user: source, target_user: target }),
});

/** Enough for the ids of 10,000 accounts. */
const maximumBulkBytes = 524_288;

const bulkActions = defineActions(
  bulkRequestSchemas,
  bulkReplySchemas,
  {
    'bulk-start': ({ id, operation, targets }, { call }) =>
      call('start_bulk', {
        bulk_id: id,
        operation,
        ...(Array.isArray(targets) ? { target_users: targets } : { filter: targets.filter }),
      }),
    'bulk-step': ({ id, count }, { call }) => call('step_bulk', { bulk_id: id, max_accounts: count }),
    'bulk-status': ({ id }, { call }) => call('read_bulk', { bulk_id: id }),
    'bulk-list': (page, { call }) => call('list_bulk', page),
  },
  maximumBulkBytes,
);

export const userActions = new Map([
  ...accountActions,
  ...impersonationActions,
  ...mergeActions,
  ...bulkActions,
]);

import { bulkReplySchemas, bulkRequestSchemas, type BulkAction } from '../../../../src/shared/admin/bulk.ts';
import {
  mergeReplySchemas,
  mergeRequestSchemas,
  type MergeAction,
} from '../../../../src/shared/admin/merge.ts';
import { act, defineAct, type Act } from '../act.ts';

/** Bytes: the ids of the largest operation. */
const largestSelection = 524_288;

const acts: Readonly<Record<MergeAction | BulkAction, Act>> = {
  'merge-preview': defineAct(mergeRequestSchemas['merge-preview'], (context, { source, target }) =>
    act(
      context,
      'preview_merge',
      { source_user: source, target_user: target },
      mergeReplySchemas['merge-preview'],
    ),
  ),
  'merge-ask': defineAct(mergeRequestSchemas['merge-ask'], (context, { source, target }) =>
    act(context, 'ask_merge', { source_user: source, target_user: target }, mergeReplySchemas['merge-ask']),
  ),
  merge: defineAct(mergeRequestSchemas.merge, (context, { source, target }) =>
    act(context, 'merge_users', { source_user: source, target_user: target }, mergeReplySchemas.merge),
  ),
  'bulk-start': defineAct(
    bulkRequestSchemas['bulk-start'],
    (context, { id, operation, targets }) =>
      act(
        context,
        'start_bulk',
        {
          bulk_id: id,
          operation,
          ...(Array.isArray(targets) ? { target_users: targets } : { filter: targets.filter }),
        },
        bulkReplySchemas['bulk-start'],
      ),
    largestSelection,
  ),
  'bulk-step': defineAct(bulkRequestSchemas['bulk-step'], (context, { id, count }) =>
    act(context, 'step_bulk', { bulk_id: id, max_accounts: count }, bulkReplySchemas['bulk-step']),
  ),
  'bulk-status': defineAct(bulkRequestSchemas['bulk-status'], (context, { id }) =>
    act(context, 'read_bulk', { bulk_id: id }, bulkReplySchemas['bulk-status']),
  ),
  'bulk-list': defineAct(bulkRequestSchemas['bulk-list'], (context, page) =>
    act(context, 'list_bulk', page, bulkReplySchemas['bulk-list']),
  ),
};

/** `admin/users/<action>`: two accounts that become one, and many at once. */
export const severalUsersActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));

import { queryClient } from '../../../../lib/query-client.ts';
import { showToast } from '../../../../lib/toast.ts';
import { actOnUsers } from '../data/act-on-users.ts';
import { userQueries } from '../data/queries.ts';
import { userTexts } from '../texts.ts';
import { labelOf } from './operations.ts';
import { createBulkRunner } from './runner.ts';

/** The operations of this visit. They go on while one looks at other pages; a closed window leaves them resumable. */
export const bulkRunner = createBulkRunner({
  step: (id) => actOnUsers('bulk-step', { id }),
  onCompleted: (operation) => {
    showToast({ title: userTexts.bulk.doneToast(labelOf(operation)), variant: 'success' });
    void queryClient.invalidateQueries({ queryKey: userQueries.all() });
  },
});

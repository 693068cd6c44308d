import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BulkOperation } from '../../../../../shared/admin/bulk.ts';
import type { UserFilter } from '../../../../../shared/admin/users.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { showToast } from '../../../../lib/toast.ts';
import { callUsers } from '../call-users.ts';
import { userQueries } from '../queries.ts';
import { createBulkRunner } from './create-bulk-runner.ts';
import { bulkLabel } from './operations.ts';
import { bulkTexts } from './texts.ts';

/** Operations continue on other pages. After the window closes, any administrator can resume them. */
export const bulkRunner = createBulkRunner({
  step: (id) => callUsers('bulk-step', { id }),
  onCompleted: (operation) => {
    showToast({ title: bulkTexts.doneToast({ label: bulkLabel(operation) }), variant: 'success' });
    void queryClient.invalidateQueries({ queryKey: userQueries.all() });
  },
});

export type BulkTargets = (
  | { readonly ids: readonly string[]; readonly filter?: undefined }
  | { readonly filter: UserFilter }
) & { readonly count: number };

export function useStartBulk(targets: BulkTargets) {
  const client = useQueryClient();
  const last = useRef({ id: '', operation: '' });
  return useMutation({
    mutationFn: (operation: BulkOperation) => {
      // A retry keeps its id, so that it changes nothing twice; a different operation gets a new one.
      const text = JSON.stringify(operation);
      if (last.current.operation !== text) last.current = { id: crypto.randomUUID(), operation: text };
      return callUsers('bulk-start', {
        id: last.current.id,
        operation,
        targets: targets.filter ? { filter: targets.filter } : [...targets.ids],
      });
    },
    onSuccess: (reply) => {
      void client.invalidateQueries({ queryKey: userQueries.operations().queryKey });
      void bulkRunner.run(reply);
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BulkOperation } from '../../../../../shared/admin/bulk.ts';
import type { UserFilter } from '../../../../../shared/admin/users.ts';
import { actOnUsers } from '../data/act-on-users.ts';
import { userQueries } from '../data/queries.ts';
import { bulkRunner } from './bulk-runner.ts';

/** Whom an operation is about, and how many they are as far as is known. */
export type BulkTargets = (
  { readonly ids: readonly string[]; readonly filter?: undefined } | { readonly filter: UserFilter }
) & { readonly count: number; readonly isCountExact: boolean };

/** Notes whom an operation is about and runs it; what runs goes on when its dialog is gone. */
export function useBulkStart(targets: BulkTargets, onClose: () => void, onStarted: () => void) {
  const client = useQueryClient();
  const last = useRef({ id: '', said: '' });
  return useMutation({
    mutationFn: (operation: BulkOperation) => {
      // One id for all tries of the same: a repeated start changes nothing. What says something else is another one.
      const said = JSON.stringify(operation);
      if (last.current.said !== said) last.current = { id: crypto.randomUUID(), said };
      return actOnUsers('bulk-start', {
        id: last.current.id,
        operation,
        targets: targets.filter ? { filter: targets.filter } : [...targets.ids],
      });
    },
    onSuccess: (answer) => {
      onClose();
      onStarted();
      void client.invalidateQueries({ queryKey: userQueries.operations().queryKey });
      void bulkRunner.run(answer);
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserFilter } from '../../../../../shared/admin/users.ts';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { dialogTexts } from '../../dialog/texts.ts';
import { actOnUsers } from '../data/act-on-users.ts';
import { userQueries } from '../data/queries.ts';
import { userTexts } from '../texts.ts';
import { bulkRunner } from './bulk-runner.ts';
import { type BulkKind, bulkOperations } from './operations.ts';

const texts = userTexts.bulk;

/** Whom an operation is about, and how many they are as far as is known. */
export type BulkTargets = (
  { readonly ids: readonly string[]; readonly filter?: undefined } | { readonly filter: UserFilter }
) & { readonly count: number; readonly isCountExact: boolean };

interface BulkDialogProps {
  readonly kind: BulkKind;
  readonly targets: BulkTargets;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly onStarted: () => void;
}

/** Asks before many accounts are touched; deletion is confirmed by typing how many. */
export function BulkDialog({ kind, targets, isOpen, onClose, onGone, onStarted }: BulkDialogProps) {
  const client = useQueryClient();
  // One id for all tries: a repeated start changes nothing.
  const [id] = useState(() => crypto.randomUUID());
  const start = useMutation({
    mutationFn: () =>
      actOnUsers('bulk-start', {
        id,
        operation: bulkOperations[kind],
        targets: targets.filter ? { filter: targets.filter } : [...targets.ids],
      }),
    onSuccess: (answer) => {
      onClose();
      onStarted();
      void client.invalidateQueries({ queryKey: userQueries.operations().queryKey });
      void bulkRunner.run(answer);
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(texts.operations[kind], targets.count)}
      isOpen={isOpen}
      confirm={texts.confirm}
      busy={texts.starting}
      cancel={dialogTexts.cancel}
      isBusy={start.isPending}
      isDangerous={kind === 'delete' || kind === 'ban'}
      typed={kind === 'delete' ? texts.typed(targets.count) : undefined}
      error={start.error}
      onConfirm={() => start.mutate()}
      onClose={onClose}
      onGone={onGone}
    >
      {targets.filter && <DialogText>{texts.filterText}</DialogText>}
      <DialogText>{texts.text}</DialogText>
    </ConfirmDialog>
  );
}

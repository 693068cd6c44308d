import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { dialogTexts } from '../../dialog/texts.ts';
import { useTimedFields } from '../acts/use-timed-fields.tsx';
import { userTexts } from '../texts.ts';
import { type BulkKind, bulkOperations } from './operations.ts';
import { type BulkTargets, useBulkStart } from './use-bulk-start.ts';

const texts = userTexts.bulk;

interface BulkDialogProps {
  readonly kind: BulkKind;
  readonly targets: BulkTargets;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly onStarted: () => void;
}

/** Asks before many accounts are touched; deletion is confirmed by typing how many. */
export function BulkDialog({ kind, ...props }: BulkDialogProps) {
  return kind === 'timed' ? <TimedBulkDialog {...props} /> : <PlainBulkDialog kind={kind} {...props} />;
}

interface PlainBulkDialogProps extends BulkDialogProps {
  readonly kind: keyof typeof bulkOperations;
}

function PlainBulkDialog({ kind, targets, isOpen, onClose, onGone, onStarted }: PlainBulkDialogProps) {
  const start = useBulkStart(targets, onClose, onStarted);
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
      onConfirm={() => start.mutate(bulkOperations[kind])}
      onClose={onClose}
      onGone={onGone}
    >
      <Consequences targets={targets} />
    </ConfirmDialog>
  );
}

function TimedBulkDialog({ targets, isOpen, onClose, onGone, onStarted }: Omit<BulkDialogProps, 'kind'>) {
  const start = useBulkStart(targets, onClose, onStarted);
  const { check, read, fields } = useTimedFields();
  return (
    <FormDialog
      title={texts.title(texts.operations.timed, targets.count)}
      isOpen={isOpen}
      save={texts.confirm}
      isBusy={start.isPending}
      error={start.error}
      check={check}
      onSave={() => {
        const hold = read();
        if (hold) start.mutate({ type: 'restrict', ...hold });
      }}
      onClose={onClose}
      onGone={onGone}
    >
      <Consequences targets={targets} />
      {fields}
    </FormDialog>
  );
}

function Consequences({ targets }: { readonly targets: BulkTargets }) {
  return (
    <>
      {targets.filter && <DialogText>{texts.filterText}</DialogText>}
      <DialogText>{texts.text}</DialogText>
    </>
  );
}

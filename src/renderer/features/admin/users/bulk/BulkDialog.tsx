import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { useSuspensionFields } from '../actions/use-suspension-fields.tsx';
import { type BulkKind, bulkOperations } from './operations.ts';
import { type BulkTargets, useStartBulk } from './start-bulk.ts';
import { bulkTexts as texts } from './texts.ts';

interface BulkDialogProps<Kind extends BulkKind> {
  readonly kind: Kind;
  readonly targets: BulkTargets;
  readonly onStarted: () => void;
}

/** To delete accounts, the administrator must type their number. */
export function BulkDialog({ kind, ...props }: BulkDialogProps<BulkKind>) {
  return kind === 'suspend' ? (
    <SuspendManyDialog kind={kind} {...props} />
  ) : (
    <ConfirmBulkDialog kind={kind} {...props} />
  );
}

function ConfirmBulkDialog({ kind, targets, onStarted }: BulkDialogProps<keyof typeof bulkOperations>) {
  return (
    <ConfirmDialog
      title={texts.title({ label: texts.operations[kind], count: targets.count })}
      confirm={texts.confirm}
      busy={texts.starting}
      action={useStartBulk(targets)}
      input={bulkOperations[kind]}
      isDangerous={kind === 'delete' || kind === 'ban'}
      phrase={kind === 'delete' ? texts.phrase({ count: String(targets.count) }) : undefined}
      onDone={onStarted}
    >
      <Consequences targets={targets} />
    </ConfirmDialog>
  );
}

function SuspendManyDialog({ kind, targets, onStarted }: BulkDialogProps<'suspend'>) {
  const { check, read, fields } = useSuspensionFields();
  return (
    <FormDialog
      title={texts.title({ label: texts.operations[kind], count: targets.count })}
      save={texts.confirm}
      action={useStartBulk(targets)}
      check={check}
      read={() => {
        const suspension = read();
        return suspension && { type: 'restrict' as const, ...suspension };
      }}
      onDone={onStarted}
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

import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { ExportPart } from './ExportPart.tsx';
import { ImportPart } from './ImportPart.tsx';
import { transferTexts as texts } from './texts.ts';
import { useImport } from './use-import.ts';

export interface TransferDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Chats from elsewhere come in here, and all of one's own go out. A running import is stopped by its button alone. */
export function TransferDialog({ userId, onClose }: TransferDialogProps) {
  const transfer = useImport(userId);
  return (
    <Dialog title={texts.open} size="lg" isBusy={transfer.state.kind === 'running'} onClose={onClose}>
      <ImportPart {...transfer} />
      <ExportPart userId={userId} />
    </Dialog>
  );
}

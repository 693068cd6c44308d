import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { ExportPart } from './ExportPart.tsx';
import { ImportPart } from './ImportPart.tsx';
import { transferTexts as texts } from './texts.ts';

export interface TransferDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Chats from elsewhere come in here, and all of one's own go out. */
export function TransferDialog({ userId, onClose }: TransferDialogProps) {
  return (
    <Dialog title={texts.open} size="lg" onClose={onClose}>
      <ImportPart userId={userId} />
      <ExportPart userId={userId} />
    </Dialog>
  );
}

import { useEffect, useState } from 'react';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { platform } from '../../../platform/index.ts';
import type { Shell } from '../../../platform/shell.ts';
import { ExportPart } from './ExportPart.tsx';
import { ImportPart } from './ImportPart.tsx';
import { transferMenuTexts } from './menu-texts.ts';
import { useImport } from './use-import.ts';

export interface TransferDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** A running import can only be stopped with its button. */
export function TransferDialog({ userId, onClose }: TransferDialogProps) {
  const transfer = useImport(userId);
  const shell = useShellWithChats();
  return (
    <Dialog
      title={transferMenuTexts.open}
      size="lg"
      isBusy={transfer.state.kind === 'running'}
      onClose={onClose}
    >
      <ImportPart {...transfer} shell={shell} />
      <ExportPart userId={userId} />
    </Dialog>
  );
}

/** Returns the desktop app if it has local chats and uses another service. Null otherwise. */
function useShellWithChats(): Shell | null {
  const [hasChats, setHasChats] = useState(false);
  useEffect(() => {
    platform.shell?.readComputer().then(
      ({ service }) => setHasChats(service.hasLocalChats),
      () => undefined,
    );
  }, []);
  return hasChats ? platform.shell : null;
}

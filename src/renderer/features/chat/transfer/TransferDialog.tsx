import { useEffect, useState } from 'react';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { platform } from '../../../platform/index.ts';
import type { Shell } from '../../../platform/shell.ts';
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
  const shell = useShellWithChats();
  return (
    <Dialog title={texts.open} size="lg" isBusy={transfer.state.kind === 'running'} onClose={onClose}>
      <ImportPart {...transfer} shell={shell} />
      <ExportPart userId={userId} />
    </Dialog>
  );
}

/** The desktop app while it has chats of this computer and another service is in use; null everywhere else. */
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

import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { PlainDialog } from '../../../components/dialog/PlainDialog.tsx';
import { chatCheckTexts } from './texts.ts';

interface AcceptDialogProps {
  /** Resolves to false if the state can't be used now. */
  readonly accept: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for confirmation before this device forgets what it remembers of a chat. */
export function AcceptDialog({ accept, onClose }: AcceptDialogProps) {
  const [status, setStatus] = useState<'open' | 'busy' | 'failed'>('open');
  const run = async () => {
    setStatus('busy');
    if (await accept().catch(() => false)) onClose();
    else setStatus('failed');
  };
  return (
    <PlainDialog title={chatCheckTexts.acceptTitle} onCancel={onClose}>
      <p>{chatCheckTexts.acceptText}</p>
      {status === 'failed' && <p role="alert">{chatCheckTexts.notAccepted}</p>}
      <DialogActions>
        <Button look="plain" onClick={onClose}>
          {chatCheckTexts.cancel}
        </Button>
        <Button disabled={status === 'busy'} onClick={() => void run()}>
          {chatCheckTexts.accept}
        </Button>
      </DialogActions>
    </PlainDialog>
  );
}

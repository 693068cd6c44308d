import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { useClearKey } from './data/mutations.ts';
import { vendorTexts } from './texts.ts';
import type { VendorDialogProps } from './VendorDialogs.tsx';

const texts = vendorTexts.clearDialog;

/** Asks before a key is erased that nobody can read back. */
export function ClearKeyDialog({ vendor, isOpen, onClose, onGone }: VendorDialogProps) {
  const clear = useClearKey();
  return (
    <ConfirmDialog
      title={texts.title(vendor.display_name)}
      isOpen={isOpen}
      confirm={texts.confirm}
      busy={texts.busy}
      cancel={vendorTexts.actions.cancel}
      isBusy={clear.isPending}
      error={clear.error}
      onConfirm={() => clear.mutate(vendor.name, { onSuccess: onClose })}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text}</DialogText>
      {vendor.is_active && <DialogText>{texts.active(vendor.display_name)}</DialogText>}
    </ConfirmDialog>
  );
}

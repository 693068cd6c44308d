import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { useActivate } from './data/mutations.ts';
import { vendorQueries } from './data/queries.ts';
import { vendorTexts } from './texts.ts';
import { isUsable } from './vendor.ts';
import type { VendorDialogProps } from './VendorDialogs.tsx';

const texts = vendorTexts.activateDialog;

interface ActivateDialogProps extends VendorDialogProps {
  readonly onSetKey: () => void;
}

/** Asks before everybody's messages go elsewhere. The service refuses a vendor without a key, in the documented words. */
export function ActivateDialog({ vendor, isOpen, onClose, onGone, onSetKey }: ActivateDialogProps) {
  const activate = useActivate();
  const { data: vendors } = useQuery(vendorQueries.list());
  const current = vendors?.find((other) => other.is_active && other.id !== vendor.id);
  return (
    <ConfirmDialog
      title={texts.title(vendor.display_name)}
      isOpen={isOpen}
      confirm={texts.confirm(vendor.display_name)}
      busy={texts.busy}
      cancel={vendorTexts.actions.cancel}
      isBusy={activate.isPending}
      error={activate.error}
      remedy={
        !isUsable(vendor) && (
          <Button look="outlined" onClick={onSetKey}>
            {vendorTexts.actions.setKey}
          </Button>
        )
      }
      onConfirm={() => activate.mutate(vendor.name, { onSuccess: onClose })}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text(vendor.display_name, current?.display_name ?? null)}</DialogText>
    </ConfirmDialog>
  );
}

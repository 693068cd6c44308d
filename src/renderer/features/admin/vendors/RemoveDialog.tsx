import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { useRemoveVendor } from './mutations.ts';
import { vendorTexts } from './texts.ts';

const texts = vendorTexts.removeDialog;

export function RemoveDialog({ vendor }: { readonly vendor: AdminVendor }) {
  return (
    <ConfirmDialog
      title={texts.title({ name: vendor.display_name })}
      confirm={texts.confirm}
      busy={texts.busy}
      action={useRemoveVendor()}
      input={vendor}
      isDangerous
    >
      <DialogText>{texts.text}</DialogText>
    </ConfirmDialog>
  );
}

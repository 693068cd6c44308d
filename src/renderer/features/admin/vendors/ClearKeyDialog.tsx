import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { useClearKey } from './mutations.ts';
import { vendorTexts } from './texts.ts';

const texts = vendorTexts.clearDialog;

export function ClearKeyDialog({ vendor }: { readonly vendor: AdminVendor }) {
  return (
    <ConfirmDialog
      title={texts.title({ name: vendor.display_name })}
      confirm={texts.confirm}
      busy={texts.busy}
      action={useClearKey()}
      input={vendor.name}
    >
      <DialogText>{texts.text}</DialogText>
      {vendor.is_active && <DialogText>{texts.active({ name: vendor.display_name })}</DialogText>}
    </ConfirmDialog>
  );
}

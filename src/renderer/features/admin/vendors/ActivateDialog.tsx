import { useQuery } from '@tanstack/react-query';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText, DialogWarning } from '../dialog/ConsoleDialog.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { useActivate } from './mutations.ts';
import { vendorQueries } from './queries.ts';
import { vendorTexts } from './texts.ts';
import { isUsable } from './vendor.ts';

const texts = vendorTexts.activateDialog;

export function ActivateDialog({ vendor: opened }: { readonly vendor: AdminVendor }) {
  const activate = useActivate();
  const openDialog = useOpenDialog();
  const { data: vendors } = useQuery(vendorQueries.list());
  // The list is newer than the vendor with which the dialog was opened.
  const vendor = vendors?.find(({ id }) => id === opened.id) ?? opened;
  const current = vendors?.find((other) => other.is_active && other.id !== vendor.id);
  const { display_name: name } = vendor;
  const warning = warningOf(vendor);
  return (
    <ConfirmDialog
      title={texts.title({ name })}
      confirm={vendor.last_failure ? texts.confirmAnyway : texts.confirm({ name })}
      busy={texts.busy}
      action={activate}
      input={vendor.name}
      isBlocked={!isUsable(vendor)}
      remedy={
        !isUsable(vendor) && (
          <Button look="outlined" onClick={() => openDialog(<KeyDialog vendor={vendor} />)}>
            {vendorTexts.actions.setKey}
          </Button>
        )
      }
    >
      {warning !== null && <DialogWarning>{warning}</DialogWarning>}
      {isUsable(vendor) && (
        <DialogText>
          {current ? texts.textInstead({ name, current: current.display_name }) : texts.text({ name })}
        </DialogText>
      )}
    </ConfirmDialog>
  );
}

/** Returns why the vendor may not reply to users, or null if no problem is known. */
function warningOf(vendor: AdminVendor): string | null {
  const { display_name: name, last_failure: failure } = vendor;
  if (!isUsable(vendor)) return texts.noKey({ name });
  if (!failure) return null;
  const { message } = failure;
  const reason =
    message === null ? texts.requestFailed({ name }) : texts.testFailed({ name, reason: message });
  return `${reason} ${texts.afterFailure}`;
}

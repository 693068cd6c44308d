import { useQuery } from '@tanstack/react-query';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { useActivate } from './mutations.ts';
import { vendorQueries } from './queries.ts';
import { vendorTexts } from './texts.ts';
import { isUsable } from './vendor.ts';

const texts = vendorTexts.activateDialog;

export function ActivateDialog({ vendor }: { readonly vendor: AdminVendor }) {
  const activate = useActivate();
  const openDialog = useOpenDialog();
  const { data: vendors } = useQuery(vendorQueries.list());
  const current = vendors?.find((other) => other.is_active && other.id !== vendor.id);
  return (
    <ConfirmDialog
      title={texts.title({ name: vendor.display_name })}
      confirm={texts.confirm({ name: vendor.display_name })}
      busy={texts.busy}
      action={activate}
      input={vendor.name}
      remedy={
        !isUsable(vendor) && (
          <Button look="outlined" onClick={() => openDialog(<KeyDialog vendor={vendor} />)}>
            {vendorTexts.actions.setKey}
          </Button>
        )
      }
    >
      <DialogText>
        {current
          ? texts.textInstead({ name: vendor.display_name, current: current.display_name })
          : texts.text({ name: vendor.display_name })}
      </DialogText>
    </ConfirmDialog>
  );
}

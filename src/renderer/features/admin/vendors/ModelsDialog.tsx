import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from '../dialog/ConsoleDialog.tsx';
import { Badge } from '../feedback/Badge.tsx';
import { ProviderList } from '../provider-list/ProviderList.tsx';
import { useSaveVendor } from './data/mutations.ts';
import { vendorTexts } from './texts.ts';
import { defaultModelOf } from './vendor.ts';
import type { VendorDialogProps } from './VendorDialogs.tsx';

const texts = vendorTexts.modelsDialog;

/** What the vendor's own server lists now: how one sees that a local server has its models. */
export function ModelsDialog({ vendor, isOpen, onClose, onGone }: VendorDialogProps) {
  const save = useSaveVendor();
  const defaultModel = defaultModelOf(vendor);
  const makeDefault = (id: string, row: HTMLElement | null) => {
    if (save.isPending) return;
    const changes = { vendor: vendor.name, config: { default_model: id } };
    // The button goes; the keyboard stays in its row.
    save.mutate(changes, { onSuccess: () => row?.focus() });
  };
  return (
    <ConsoleDialog title={texts.title(vendor.display_name)} isOpen={isOpen} onClose={onClose} onGone={onGone}>
      <ProviderList vendor={vendor.name} isOpen={isOpen}>
        {({ id }) =>
          id === defaultModel ? (
            <Badge tone="good">{texts.isDefault}</Badge>
          ) : (
            <Button
              look="outlined"
              size="small"
              aria-label={texts.makeDefaultOf(id)}
              onClick={({ currentTarget }) => makeDefault(id, currentTarget.closest('li'))}
            >
              {texts.makeDefault}
            </Button>
          )
        }
      </ProviderList>
      {save.error && <DialogError>{sentenceOf(save.error)}</DialogError>}
      <DialogActions>
        <Button look="plain" onClick={onClose}>
          {vendorTexts.actions.close}
        </Button>
      </DialogActions>
    </ConsoleDialog>
  );
}

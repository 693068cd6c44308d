import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from '../dialog/ConsoleDialog.tsx';
import { ProviderList } from '../provider-list/ProviderList.tsx';
import { useSaveModel, useSaveVendorModel } from './data.ts';
import { newModel } from './model.ts';
import { modelTexts as texts } from './texts.ts';

interface ProviderListDialogProps {
  readonly vendor: AdminVendor;
  /** Identifiers that the vendor has here already. */
  readonly offered: ReadonlySet<string>;
  readonly curated: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** What the vendor's own server lists, to be taken over: for this vendor, or into the selector as well. */
export function ProviderListDialog({
  vendor,
  offered,
  curated,
  isOpen,
  onClose,
  onGone,
}: ProviderListDialogProps) {
  const add = useSaveVendorModel();
  const curate = useSaveModel();
  const isBusy = add.isPending || curate.isPending;
  return (
    <ConsoleDialog
      title={texts.listTitle(vendor.display_name)}
      isOpen={isOpen}
      onClose={onClose}
      onGone={onGone}
    >
      <ProviderList vendor={vendor.name} isOpen={isOpen}>
        {({ id, displayName, contextLength }) => (
          <>
            <Button
              look="outlined"
              size="small"
              disabled={isBusy || offered.has(id)}
              aria-label={texts.listAddOf(id)}
              onClick={() =>
                add.mutate({
                  vendor: vendor.name,
                  model_id: id,
                  display_name: displayName,
                  ...(contextLength !== undefined && { config: { context_length: contextLength } }),
                })
              }
            >
              {offered.has(id) ? texts.listAdded : texts.listAdd}
            </Button>
            {!curated.has(id) && (
              <Button
                look="plain"
                size="small"
                disabled={isBusy}
                aria-label={texts.listCurateOf(id)}
                onClick={() => {
                  const { order: _, ...model } = newModel(id, displayName);
                  curate.mutate(model);
                }}
              >
                {texts.listCurate}
              </Button>
            )}
          </>
        )}
      </ProviderList>
      {curate.error && <DialogError>{sentenceOf(curate.error)}</DialogError>}
    </ConsoleDialog>
  );
}

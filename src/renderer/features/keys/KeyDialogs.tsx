import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { vendorQueries, vendorsWithKeys } from '../../lib/vendors.ts';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';
import { KeyVendorsDialog } from './KeyVendorsDialog.tsx';
import { keyTexts } from './texts.ts';
import type { OpenedKeys } from './use-key-dialogs.ts';

export interface KeyDialogsProps {
  readonly opened: OpenedKeys;
  readonly onOpen: (opened: OpenedKeys) => void;
  readonly onClose: () => void;
}

/** The dialog that is open: the list of vendors, or one vendor's key. */
export function KeyDialogs({ opened, onOpen, onClose }: KeyDialogsProps) {
  const { data: vendors = [], isPending } = useQuery(vendorQueries.all());
  if (isPending)
    return (
      <Dialog title={keyTexts.listTitle} onClose={onClose}>
        <output>{keyTexts.loading}</output>
      </Dialog>
    );
  const vendor = vendorsWithKeys(vendors).find(({ name }) => name === opened.vendor);
  return vendor ? (
    // Made anew when the vendor moves: what was typed for one origin must not go to another.
    <ApiKeyDialog
      key={`${vendor.name} ${vendor.endpointOrigin}`}
      vendor={vendor}
      isNeeded={opened.isNeeded}
      onClose={onClose}
    />
  ) : (
    <KeyVendorsDialog onChoose={(name) => onOpen({ vendor: name, isNeeded: false })} onClose={onClose} />
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { readAccessToken } from '../../lib/supabase.ts';
import { ownKeyQueries } from '../../lib/own-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { showToast } from '../../lib/toast.ts';
import { vendorQueries, vendorsWithKeys } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import type { KeyPlace } from '../../platform/own-keys/own-keys.ts';
import { KeyForm } from './KeyForm.tsx';
import { KeyOverview } from './KeyOverview.tsx';
import { KeyVendorsDialog } from './KeyVendorsDialog.tsx';
import { keyTexts, keyToasts } from './texts.ts';
import type { KeyDialogsProps } from './use-key-dialogs.ts';
import type { KeyVendor } from './use-key-form.ts';

/** Shows the list of vendors, or one vendor's key. */
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
    // The dialog remounts if the vendor's origin changes, because a key typed for one origin must not be sent
    // to another.
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

interface ApiKeyDialogProps {
  readonly vendor: KeyVendor;
  /** True if a message needs the key [KEY-014]. */
  readonly isNeeded: boolean;
  readonly onClose: () => void;
}

/** Shows whether one vendor's key is set, or the form to set it [KEY-001, KEY-008, KEY-011]. */
export function ApiKeyDialog({ vendor, isNeeded, onClose }: ApiKeyDialogProps) {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? '';
  const { data: vendors = [vendor] } = useQuery(vendorQueries.all());
  const { data: statuses } = useQuery(ownKeyQueries.statuses(userId, vendors));
  const { data: storage } = useQuery({
    queryKey: [...ownKeyQueries.everything, 'storage'],
    queryFn: platform.ownKeys.describe,
    // The keychain may be locked or unlocked at any time.
    staleTime: 0,
  });
  const [isChanging, setChanging] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ownKeyQueries.everything });

  const status = statuses?.get(vendor.name);
  const onSaved = async (requested: KeyPlace, storedIn: KeyPlace) => {
    await refresh();
    showToast(keyToasts.saved({ provider: vendor.displayName }));
    if (requested === 'browser' && storedIn === 'memory') showToast(keyToasts.notRemembered);
    onClose();
  };
  const remove = async (): Promise<boolean> => {
    const { name, endpointOrigin } = vendor;
    const reference = { accessToken: await readAccessToken(), vendor: name, endpointOrigin };
    const isRemoved = await platform.ownKeys.delete(reference).catch(() => false);
    await refresh();
    if (isRemoved) showToast(keyToasts.removed({ provider: vendor.displayName }));
    return isRemoved;
  };

  return (
    <Dialog title={keyTexts.title({ provider: vendor.displayName })} onClose={onClose}>
      {!status || !storage ? (
        <output>{keyTexts.loading}</output>
      ) : !isChanging && (status.place !== null || (vendor.isActive && vendor.hasKey)) ? (
        <KeyOverview
          vendor={vendor}
          status={status}
          onChange={() => setChanging(true)}
          onRemove={remove}
          onClose={onClose}
        />
      ) : (
        <KeyForm
          vendor={vendor}
          storage={storage}
          previousOrigin={status.elsewhere}
          isNeeded={isNeeded}
          onSaved={onSaved}
          onFailed={refresh}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { readAccessToken } from '../../lib/access-token.ts';
import { ownKeyQueries } from '../../lib/own-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { showToast } from '../../lib/toast.ts';
import { vendorQueries } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import type { KeyPlace } from '../../platform/own-keys/own-keys.ts';
import { KeyForm } from './KeyForm.tsx';
import { KeyOverview } from './KeyOverview.tsx';
import { keyTexts, notRememberedToast, removedToast, savedToast } from './texts.ts';
import type { KeyVendor } from './use-key-form.ts';

export interface ApiKeyDialogProps {
  readonly vendor: KeyVendor;
  /** True when it was opened because a message cannot be sent without a key [KEY-014]. */
  readonly isNeeded: boolean;
  readonly onClose: () => void;
}

/** The dialog for one vendor's key: what is set, or the form to set it [KEY-001, KEY-008, KEY-011]. */
export function ApiKeyDialog({ vendor, isNeeded, onClose }: ApiKeyDialogProps) {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? '';
  const { data: vendors = [vendor] } = useQuery(vendorQueries.all());
  const { data: statuses } = useQuery(ownKeyQueries.statuses(userId, vendors));
  const { data: keeping } = useQuery({
    queryKey: [...ownKeyQueries.everything, 'keeping'],
    queryFn: platform.ownKeys.describe,
    // A keychain can be unlocked, a window left, at any time.
    staleTime: 0,
  });
  const [isChanging, setChanging] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ownKeyQueries.everything });

  const status = statuses?.get(vendor.name);
  const onSaved = async (asked: KeyPlace, kept: KeyPlace) => {
    await refresh();
    showToast(savedToast(vendor.displayName));
    if (asked === 'browser' && kept === 'memory') showToast(notRememberedToast);
    onClose();
  };
  const remove = async (): Promise<boolean> => {
    const { name, endpointOrigin } = vendor;
    const reference = { accessToken: await readAccessToken(), vendor: name, endpointOrigin };
    const isGone = await platform.ownKeys.delete(reference).catch(() => false);
    await refresh();
    if (isGone) showToast(removedToast(vendor.displayName));
    return isGone;
  };

  return (
    <Dialog title={keyTexts.title(vendor.displayName)} onClose={onClose}>
      {!status || !keeping ? (
        <output>{keyTexts.loading}</output>
      ) : !isChanging && (status.place !== null || (vendor.isActive && vendor.hasKey)) ? (
        <KeyOverview
          vendor={vendor}
          place={status.place}
          onChange={() => setChanging(true)}
          onRemove={remove}
          onClose={onClose}
        />
      ) : (
        <KeyForm
          vendor={vendor}
          keeping={keeping}
          elsewhere={status.elsewhere}
          isNeeded={isNeeded}
          onSaved={onSaved}
          onFailed={refresh}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

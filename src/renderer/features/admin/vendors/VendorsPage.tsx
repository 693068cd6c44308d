import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { Splash } from '../../../components/Splash.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { useFollow } from '../data/use-follow.ts';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { stepped } from '../order/placed.ts';
import { useDragOrder } from '../order/use-drag-order.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { useReorder } from './data/mutations.ts';
import { vendorQueries } from './data/queries.ts';
import { FailoverSwitch } from './FailoverSwitch.tsx';
import { RotateKeys } from './RotateKeys.tsx';
import { vendorTexts as texts } from './texts.ts';
import { isBuiltIn, standIns, standsIn } from './vendor.ts';
import { cardId, VendorCard } from './VendorCard.tsx';
import { type OpenedDialog, type VendorDialogKind, VendorDialogs } from './VendorDialogs.tsx';
import styles from './VendorsPage.module.css';

/** What other administrators change. */
const followed = {
  name: 'admin-vendors',
  tables: ['api_vendors', 'api_vendor_models'],
  queries: [vendorQueries.list().queryKey, vendorQueries.offered().queryKey],
};

/** The vendors, their keys, and who answers [ADMIN-012, ADMIN-027, VENDOR-012]. */
export function VendorsPage() {
  const { data, error, refetch } = useQuery(vendorQueries.list());
  useFollow(followed);
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      {data ? (
        <Vendors vendors={data} />
      ) : error ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Splash text={texts.loading} />
      )}
    </ConsoleScreen>
  );
}

interface ListFailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Below the page's own heading, which stays true although the list did not come. */
function ListFailure({ error, onRetry }: ListFailureProps) {
  return (
    <>
      <DialogError>{sentenceOf(error)}</DialogError>
      <div>
        <Button look="outlined" onClick={onRetry}>
          {texts.actions.retry}
        </Button>
      </div>
    </>
  );
}

function Vendors({ vendors }: { readonly vendors: readonly AdminVendor[] }) {
  const { data: offered } = useQuery(vendorQueries.offered());
  const [dialog, setDialog] = useState<OpenedDialog | null>(null);
  const [said, setSaid] = useState('');
  const reorder = useReorder();
  const opener = useRef<Element | null>(null);
  const open = (vendorId: string, kind: VendorDialogKind) => {
    // A dialog opened from another one leads back to where that one came from.
    if (!dialog) opener.current = document.activeElement;
    setDialog((last) => ({ kind, vendorId, isOpen: true, opening: (last?.opening ?? 0) + 1 }));
  };
  const order = standIns(vendors);
  // The order on screen is not the service's until it has answered: a second move would undo the first.
  const drag = useDragOrder(order, reorder.isPending ? null : (next) => reorder.mutate(next));
  const move = ({ name, display_name }: AdminVendor, by: -1 | 1) => {
    const next = stepped(order, name, by);
    if (next === null || reorder.isPending) return null;
    return () => {
      reorder.mutate(next);
      setSaid(texts.movedTo(display_name, next.indexOf(name) + 1));
    };
  };
  const switchStandIn = (vendor: AdminVendor) => {
    const { name, display_name } = vendor;
    if (isBuiltIn(vendor) || reorder.isPending) return null;
    return () => {
      reorder.mutate(standsIn(vendor) ? order.filter((each) => each !== name) : [...order, name]);
      setSaid(
        standsIn(vendor) ? texts.takenOut(display_name) : texts.movedTo(display_name, order.length + 1),
      );
    };
  };
  const inDialog = vendors.find(({ id }) => id === dialog?.vendorId);
  return (
    <>
      <FailoverSwitch />
      <ul className={styles.list}>
        {vendors.map((vendor) => (
          <VendorCard
            key={vendor.id}
            vendor={vendor}
            modelCount={offered && (offered.get(vendor.id)?.length ?? 0)}
            onOpen={(kind) => open(vendor.id, kind)}
            onMoveUp={move(vendor, -1)}
            onMoveDown={move(vendor, 1)}
            onSwitchStandIn={switchStandIn(vendor)}
            handle={drag.handle(vendor.name)}
            place={drag.place(vendor.name)}
          />
        ))}
      </ul>
      <RotateKeys />
      <output className="visually-hidden">{said}</output>
      {dialog && inDialog && (
        <VendorDialogs
          opened={dialog}
          vendor={inDialog}
          onClose={() => setDialog({ ...dialog, isOpen: false })}
          onGone={() => {
            // Another one may have been opened from it.
            if (dialog.isOpen) return;
            setDialog(null);
            focusAgain(opener.current, inDialog.id);
          }}
          onOpen={(kind) => open(inDialog.id, kind)}
        />
      )}
    </>
  );
}

/** What was done may have taken away the button that opened the dialog. */
function focusAgain(opener: Element | null, vendorId: string): void {
  const target = opener?.isConnected ? opener : document.getElementById(cardId(vendorId));
  if (target instanceof HTMLElement) target.focus();
}

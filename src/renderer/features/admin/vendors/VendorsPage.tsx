import { Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { QueryView } from '../feedback/QueryView.tsx';
import { moveBy } from '../order/move.ts';
import { useDragOrder } from '../order/use-drag-order.ts';
import { useLiveUpdates } from '../service/use-live-updates.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { AddVendorDialog } from './AddVendorDialog.tsx';
import { useReorder, useRotateKeys, useSwitchFailover } from './mutations.ts';
import { vendorQueries } from './queries.ts';
import { vendorTexts as texts } from './texts.ts';
import { failoverOrder, isBuiltIn, isInFailover } from './vendor.ts';
import { VendorCard } from './VendorCard.tsx';
import styles from './VendorCard.module.css';

const updates = {
  name: 'admin-vendors',
  tables: ['api_vendors', 'api_vendor_models'],
  queries: [vendorQueries.list().queryKey, vendorQueries.storedModels().queryKey],
};

export function VendorsPage() {
  const vendors = useQuery(vendorQueries.list());
  useLiveUpdates(updates);
  const openDialog = useOpenDialog();
  return (
    <ConsoleScreen
      title={texts.title}
      lead={texts.lead}
      beside={vendors.data && <Button onClick={() => openDialog(<AddVendorDialog />)}>{texts.add}</Button>}
    >
      <QueryView query={vendors} loading={texts.loading}>
        {(list) => (
          <>
            <FailoverSwitch />
            <VendorList vendors={list} />
            <RotateKeys />
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  );
}

function VendorList({ vendors }: { readonly vendors: readonly AdminVendor[] }) {
  const { data: storedModels } = useQuery(vendorQueries.storedModels());
  const [announcement, setAnnouncement] = useState('');
  const reorder = useReorder();
  const order = failoverOrder(vendors);
  // Only one move at a time, because the next move needs the confirmed order.
  const canMove = !reorder.isPending;
  const drag = useDragOrder(order, canMove ? (next) => reorder.mutate(next) : null);
  const change = (next: readonly string[] | null, message: string) =>
    next && canMove
      ? () => {
          reorder.mutate(next);
          setAnnouncement(message);
        }
      : null;
  const move = ({ name, display_name }: AdminVendor, by: -1 | 1) => {
    const next = moveBy(order, name, by);
    return change(next, texts.movedTo({ name: display_name, place: (next?.indexOf(name) ?? 0) + 1 }));
  };
  const switchFailover = (vendor: AdminVendor) => {
    const { name, display_name } = vendor;
    if (isBuiltIn(vendor)) return null;
    return isInFailover(vendor)
      ? change(
          order.filter((each) => each !== name),
          texts.failover.left({ name: display_name }),
        )
      : change([...order, name], texts.movedTo({ name: display_name, place: order.length + 1 }));
  };
  return (
    <>
      <ul className={styles.list}>
        {vendors.map((vendor) => (
          <VendorCard
            key={vendor.id}
            vendor={vendor}
            modelCount={storedModels && (storedModels.get(vendor.id)?.length ?? 0)}
            onMoveUp={move(vendor, -1)}
            onMoveDown={move(vendor, 1)}
            onSwitchFailover={switchFailover(vendor)}
            handle={drag.handle(vendor.name)}
            place={drag.place(vendor.name)}
          />
        ))}
      </ul>
      <output className="visually-hidden">{announcement}</output>
    </>
  );
}

function FailoverSwitch() {
  const { data: isOn } = useQuery(vendorQueries.failover());
  const change = useSwitchFailover();
  return (
    <Switch
      label={texts.failover.label}
      // Mantine would make the description part of the accessible name.
      aria-label={texts.failover.label}
      description={texts.failover.text}
      checked={isOn ?? false}
      disabled={isOn === undefined}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}

function RotateKeys() {
  const rotate = useRotateKeys();
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {texts.rotate.text}
      </Text>
      <Button look="outlined" size="small" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
        {rotate.isPending ? texts.rotate.busy : texts.rotate.label}
      </Button>
    </Group>
  );
}

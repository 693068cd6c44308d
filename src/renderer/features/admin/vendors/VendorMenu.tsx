import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { ClearKeyDialog } from './ClearKeyDialog.tsx';
import { HeadersDialog } from './HeadersDialog.tsx';
import { useEnable } from './mutations.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { vendorTexts as texts } from './texts.ts';
import { dialectOf, isBuiltIn, isInFailover } from './vendor.ts';
import styles from './VendorCard.module.css';

interface VendorMenuProps {
  readonly vendor: AdminVendor;
  /** Adds the vendor to the failover order or removes it. Null for the built-in vendor. */
  readonly onSwitchFailover: (() => void) | null;
}

/** Contains the rarely needed actions, with destructive ones at the end. */
export function VendorMenu({ vendor, onSwitchFailover }: VendorMenuProps) {
  const enable = useEnable();
  const openDialog = useOpenDialog();
  const { actions } = texts;
  const { is_enabled: isEnabled } = vendor;
  const nameOf = (action: string) => texts.actionOf({ action, vendor: vendor.display_name });
  const item = (label: string, onClick: () => void, isDangerous = false) => (
    <Menu.Item
      className={isDangerous ? styles.dangerous : undefined}
      aria-label={nameOf(label)}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
  // The closing menu returns the focus to its button, so the dialog opens afterwards.
  const open = (dialog: ReactElement) => () => setTimeout(openDialog, 0, dialog, `#vendor-${vendor.id}`);
  if (isBuiltIn(vendor)) return null;
  return (
    <Menu position="bottom-end" shadow="md" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.more} aria-label={nameOf(actions.more)} title={actions.more}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {item(isEnabled ? actions.disable : actions.enable, () =>
          enable.mutate({ vendor: vendor.name, is_enabled: !isEnabled }),
        )}
        {onSwitchFailover &&
          item(isInFailover(vendor) ? actions.leaveFailover : actions.joinFailover, onSwitchFailover)}
        {item(actions.headers, open(<HeadersDialog vendor={vendor} />))}
        {vendor.has_key && item(actions.clearKey, open(<ClearKeyDialog vendor={vendor} />), true)}
        {!vendor.is_active &&
          dialectOf(vendor) !== null &&
          item(actions.remove, open(<RemoveDialog vendor={vendor} />), true)}
      </Menu.Dropdown>
    </Menu>
  );
}

import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { ActivateDialog } from './ActivateDialog.tsx';
import { ClearKeyDialog } from './ClearKeyDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { ModelsDialog } from './ModelsDialog.tsx';

export type VendorDialogKind = 'key' | 'clear-key' | 'edit' | 'activate' | 'models';

export interface VendorDialogProps {
  readonly vendor: AdminVendor;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The dialog has left the screen. */
  readonly onGone: () => void;
}

/** The dialog that was opened last; it stays drawn while it fades, so that the focus finds its way back. */
export interface OpenedDialog {
  readonly kind: VendorDialogKind;
  readonly vendorId: string;
  readonly isOpen: boolean;
  /** Another number is another opening: a form begins anew. */
  readonly opening: number;
}

interface VendorDialogsProps {
  readonly opened: OpenedDialog;
  readonly vendor: AdminVendor;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly onOpen: (kind: VendorDialogKind) => void;
}

export function VendorDialogs({
  opened: { kind, isOpen, opening },
  vendor,
  onClose,
  onGone,
  onOpen,
}: VendorDialogsProps) {
  const props = { vendor, isOpen, onClose, onGone };
  switch (kind) {
    case 'key':
      return <KeyDialog key={opening} {...props} />;
    case 'clear-key':
      return <ClearKeyDialog key={opening} {...props} />;
    case 'edit':
      return <EditDialog key={opening} {...props} />;
    case 'activate':
      return <ActivateDialog key={opening} {...props} onSetKey={() => onOpen('key')} />;
    case 'models':
      return <ModelsDialog key={opening} {...props} />;
  }
}

import type { AdminUser } from '../../../../../shared/admin/users.ts';
import type { OpenedDialog } from '../../dialog/use-dialog.ts';
import { BudgetDialog } from './BudgetDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { type SimpleAct, simpleActs } from './simple-acts.ts';
import { SimpleActDialog } from './SimpleActDialog.tsx';
import { TimedDialog } from './TimedDialog.tsx';
import { ViewDialog } from './ViewDialog.tsx';

export type UserDialogKind = SimpleAct | 'timed' | 'plan' | 'budget' | 'merge' | 'view';

export interface UserDialogProps {
  readonly user: AdminUser;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The dialog has left the screen. */
  readonly onGone: () => void;
  /** It was done. */
  readonly onDone: (kind: UserDialogKind) => void;
}

interface UserDialogsProps extends Omit<UserDialogProps, 'user' | 'isOpen'> {
  readonly opened: OpenedDialog<{ readonly kind: UserDialogKind; readonly user: AdminUser }>;
}

const isSimple = (kind: UserDialogKind): kind is SimpleAct => simpleActs.some((act) => act === kind);

export function UserDialogs({ opened: { subject, isOpen, opening }, ...rest }: UserDialogsProps) {
  const { kind, user } = subject;
  const props = { ...rest, user, isOpen };
  if (isSimple(kind)) return <SimpleActDialog key={opening} act={kind} {...props} />;
  switch (kind) {
    case 'timed':
      return <TimedDialog key={opening} {...props} />;
    case 'plan':
      return <PlanDialog key={opening} {...props} />;
    case 'budget':
      return <BudgetDialog key={opening} {...props} />;
    case 'merge':
      return <MergeDialog key={opening} {...props} />;
    case 'view':
      return <ViewDialog key={opening} {...props} />;
  }
}

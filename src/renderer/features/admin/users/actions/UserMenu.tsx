import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { useOpenDialog } from '../../dialog/DialogHost.tsx';
import { userTexts as texts } from '../texts.ts';
import { isAdministrator, nameOf } from '../user.ts';
import { type AccountAction, accountActions, type UserAction } from './account-actions.ts';
import { AccountActionDialog } from './AccountActionDialog.tsx';
import { BudgetDialog } from './BudgetDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { SuspendDialog } from './SuspendDialog.tsx';
import styles from './UserMenu.module.css';
import { ViewDialog } from './ViewDialog.tsx';

interface UserMenuProps {
  readonly user: AdminUser;
  readonly isSelf: boolean;
  /** Shows text on the button. In a table, the column header makes it unnecessary. */
  readonly isNamed?: boolean;
  readonly onDone: (action: UserAction, user: AdminUser) => void;
}

/** Offers the actions that are available for this user. Merge and Delete come last [ADMIN-030..039]. */
export function UserMenu({ user, isSelf, isNamed = false, onDone }: UserMenuProps) {
  const openDialog = useOpenDialog();
  const canViewAndMerge = !isSelf && !isAdministrator(user);
  const canDo = (action: AccountAction) => {
    const { isOffered, isRefusedForSelf } = accountActions[action];
    return isOffered(user) && !(isSelf && isRefusedForSelf);
  };
  const actions = (Object.keys(accountActions) as AccountAction[]).filter(canDo);
  const done = (action: UserAction) => () => onDone(action, user);
  const item = (label: string, dialog: ReactElement, isDangerous = false) => (
    <Menu.Item
      key={label}
      className={isDangerous ? styles.dangerous : undefined}
      // The closing menu returns the focus to its button, so the dialog opens afterwards.
      onClick={() => setTimeout(openDialog, 0, dialog, `[data-menu-of="${user.id}"]`)}
    >
      {label}
    </Menu.Item>
  );
  const actionItem = (action: AccountAction) =>
    item(
      texts.actions[action].label,
      <AccountActionDialog action={action} user={user} onDone={done(action)} />,
      accountActions[action].isDangerous,
    );
  return (
    <Menu position="bottom-end" shadow="md" width={248} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          data-menu-of={user.id}
          type="button"
          className={styles.button}
          data-named={isNamed || undefined}
          aria-label={texts.menu.of({ name: nameOf(user) })}
        >
          <span className={styles.text}>{texts.columns.actions}</span>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {canViewAndMerge && item(texts.menu.view, <ViewDialog user={user} />)}
        {!isSelf && !user.is_guest && item(texts.menu.plan, <PlanDialog user={user} onDone={done('plan')} />)}
        {item(texts.menu.budget, <BudgetDialog user={user} onDone={done('budget')} />)}
        {(!isSelf || actions.length > 0) && <Menu.Divider />}
        {actions.filter((action) => action !== 'delete').map(actionItem)}
        {!isSelf && item(texts.menu.suspend, <SuspendDialog user={user} onDone={done('suspend')} />)}
        {canViewAndMerge && (
          <>
            <Menu.Divider />
            {item(texts.menu.merge, <MergeDialog user={user} onDone={done('merge')} />, true)}
          </>
        )}
        {canDo('delete') && actionItem('delete')}
      </Menu.Dropdown>
    </Menu>
  );
}

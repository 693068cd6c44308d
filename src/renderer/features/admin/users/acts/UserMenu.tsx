import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { userTexts as texts } from '../texts.ts';
import { isAdministrator, nameOf } from '../user.ts';
import { actDescriptions, simpleActs } from './simple-acts.ts';
import type { UserDialogKind } from './UserDialogs.tsx';
import styles from './UserMenu.module.css';

interface UserMenuProps {
  readonly user: AdminUser;
  /** The administrator, whose own account the service leaves alone. */
  readonly isSelf: boolean;
  /** Whether the button says what it is; in a table the column's head does. */
  readonly isNamed?: boolean;
  readonly onAsk: (kind: UserDialogKind, user: AdminUser) => void;
}

const refusedForSelf: readonly UserDialogKind[] = [
  'revoke-admin',
  'restrict',
  'ban',
  'lift',
  'reset-password',
  'delete',
];

/** The acts that make sense for an account now, the ones that erase at the end [ADMIN-030..039]. */
export function UserMenu({ user, isSelf, isNamed = false, onAsk }: UserMenuProps) {
  const canLookAndMerge = !isSelf && !isAdministrator(user);
  const acts = simpleActs.filter(
    (act) => actDescriptions[act].isOffered(user) && !(isSelf && refusedForSelf.includes(act)),
  );
  const item = (kind: UserDialogKind, label: string, isDangerous = false) => (
    <Menu.Item
      key={kind}
      className={isDangerous ? styles.dangerous : undefined}
      // The menu hands the focus back to its button as it closes; the dialog must come after that.
      onClick={() => setTimeout(onAsk, 0, kind, user)}
    >
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" shadow="md" width={248} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          data-menu-of={user.id}
          type="button"
          className={styles.button}
          data-named={isNamed || undefined}
          aria-label={texts.menu(nameOf(user))}
        >
          <span className={styles.word}>{texts.columns.actions}</span>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {canLookAndMerge && item('view', texts.more.view)}
        {!isSelf && !user.is_guest && item('plan', texts.more.plan)}
        {item('budget', texts.more.budget)}
        {(!isSelf || acts.length > 0) && <Menu.Divider />}
        {acts
          .filter((act) => act !== 'delete')
          .map((act) => item(act, actDescriptions[act].label, actDescriptions[act].isDangerous))}
        {!isSelf && item('timed', texts.more.timed)}
        {canLookAndMerge && (
          <>
            <Menu.Divider />
            {item('merge', texts.more.merge, true)}
          </>
        )}
        {acts.includes('delete') && item('delete', actDescriptions.delete.label, true)}
      </Menu.Dropdown>
    </Menu>
  );
}

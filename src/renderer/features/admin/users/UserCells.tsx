import { Link } from 'react-router-dom';
import type { AdminUser } from '../../../../shared/admin/users.ts';
import { Badge } from '../feedback/Badge.tsx';
import { userTexts as texts } from './texts.ts';
import { accessTones, isAdministrator, nameOf, userPath } from './user.ts';
import styles from './UserCells.module.css';

/** The user's name, linked to their page, and their address. */
export function UserName({ user, isSelf }: { readonly user: AdminUser; readonly isSelf: boolean }) {
  const name = nameOf(user);
  return (
    <span className={styles.user}>
      <Link to={userPath(user.id)} className={styles.name} dir="auto">
        {name}
      </Link>
      {isSelf && <Badge>{texts.you}</Badge>}
      {user.email && user.email !== name && <span className={styles.email}>{user.email}</span>}
    </span>
  );
}

/** What the account may do, and what it must do first. */
export function AccessBadges({ user }: { readonly user: AdminUser }) {
  return (
    <span className={styles.badges}>
      {isAdministrator(user) && <Badge tone="note">{texts.roles.admin}</Badge>}
      <Badge tone={accessTones[user.standing]}>{texts.access[user.standing]}</Badge>
      {!user.email_verified && !user.is_guest && <Badge tone="caution">{texts.unverified}</Badge>}
      {user.forced_password_reset && <Badge tone="caution">{texts.mustReset}</Badge>}
    </span>
  );
}

import { Link } from 'react-router-dom';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { Badge } from '../../feedback/Badge.tsx';
import { userTexts as texts } from '../texts.ts';
import { isAdministrator, nameOf, standingTones, userPath } from '../user.ts';
import styles from './UserCells.module.css';

/** Name and address; the name leads to the account's page. */
export function Person({ user, isSelf }: { readonly user: AdminUser; readonly isSelf: boolean }) {
  const name = nameOf(user);
  return (
    <span className={styles.person}>
      <Link to={userPath(user.id)} className={styles.name} dir="auto">
        {name}
      </Link>
      {isSelf && <Badge>{texts.you}</Badge>}
      {user.email && user.email !== name && <span className={styles.email}>{user.email}</span>}
    </span>
  );
}

/** What an account may do now, and what it still owes. */
export function Standing({ user }: { readonly user: AdminUser }) {
  return (
    <span className={styles.badges}>
      {isAdministrator(user) && <Badge tone="note">{texts.roles.admin}</Badge>}
      <Badge tone={standingTones[user.standing]}>{texts.standings[user.standing]}</Badge>
      {!user.email_verified && !user.is_guest && <Badge tone="caution">{texts.unverified}</Badge>}
      {user.forced_password_reset && <Badge tone="caution">{texts.mustReset}</Badge>}
    </span>
  );
}

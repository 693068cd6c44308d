import type { AdminUser } from '../../../../shared/admin/users.ts';
import { paths } from '../../../lib/paths.ts';
import type { BadgeTone } from '../feedback/Badge.tsx';
import { userTexts as texts } from './texts.ts';

/** Users can put line breaks and invisible characters into their names. */
const visible = (name: string | null): string =>
  (name ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

/** Prefers the account's name, then its email. A guest without a name is shown by the start of the id. */
export const nameOf = (user: Pick<AdminUser, 'id' | 'name' | 'email'>): string =>
  visible(user.name) || emailOf(user);

/** Guests have no email, and all demo guests have the same name. */
export const emailOf = ({ id, email }: Pick<AdminUser, 'id' | 'email'>): string =>
  email || texts.guestOf({ id: id.slice(0, 8) });

export const isAdministrator = ({ roles }: AdminUser): boolean => roles.includes('admin');

export const accessTones: Readonly<Record<AdminUser['access'], BadgeTone>> = {
  active: 'good',
  restricted: 'caution',
  banned: 'bad',
};

export const usersPath = `${paths.admin}/users`;

export const userPath = (id: string): string => `${usersPath}/${encodeURIComponent(id)}`;

export const viewPath = `${paths.admin}/view`;

import type { AdminUser } from '../../../../shared/admin/users.ts';
import { paths } from '../../../lib/paths.ts';
import type { Tone } from '../feedback/Badge.tsx';
import { userTexts as texts } from './texts.ts';

/** What to call an account: its name, else its address, else that it is a guest. */
export const nameOf = ({ name, email }: Pick<AdminUser, 'name' | 'email'>): string =>
  name || email || texts.guest;

export const isAdministrator = ({ roles }: AdminUser): boolean => roles.includes('admin');

/** Whether anything holds the account back that lifting would end. */
export const isHeldBack = ({ standing }: AdminUser): boolean => standing !== 'active';

export const standingTones: Readonly<Record<AdminUser['standing'], Tone>> = {
  active: 'good',
  restricted: 'caution',
  banned: 'bad',
};

/** The page of one account. */
export const userPath = (id: string): string => `${paths.admin}/users/${encodeURIComponent(id)}`;

/** The page on which an account is looked at, read-only. */
export const viewPath = `${paths.admin}/view`;

import type { AdminUser } from '../../../../shared/admin/users.ts';
import { paths } from '../../../lib/paths.ts';
import type { Tone } from '../feedback/Badge.tsx';
import { userTexts as texts } from './texts.ts';

/** What one sees of a name that somebody chose: people write line breaks, and characters without a shape. */
const visible = (name: string | null): string =>
  (name ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

/** What to call an account: its name, else its address, else that it is a guest. Can be typed, to confirm. */
export const nameOf = ({ name, email }: Pick<AdminUser, 'name' | 'email'>): string =>
  visible(name) || email || texts.guest;

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

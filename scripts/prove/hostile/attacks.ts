import { desktopAttacks } from './desktop.ts';
import { authAttacks } from './auth.ts';
import { limitAttacks } from './limits.ts';
import { requestAttacks } from './requests.ts';
import { restAttacks } from './rest.ts';
import { sessionAttacks } from './sessions.ts';
import type { Attack } from './target.ts';

export const attacks: readonly Attack[] = [
  ...desktopAttacks,
  ...restAttacks,
  ...requestAttacks,
  ...sessionAttacks,
  ...authAttacks,
  ...limitAttacks,
];

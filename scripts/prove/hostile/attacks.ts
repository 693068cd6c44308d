import { desktop } from './desktop.ts';
import { auth } from './auth.ts';
import { limits } from './limits.ts';
import { requests } from './requests.ts';
import { rest } from './rest.ts';
import { sessions } from './sessions.ts';
import type { Attack } from './target.ts';

/** Every attack, in the order of its run. */
export const attacks: readonly Attack[] = [...desktop, ...rest, ...requests, ...sessions, ...auth, ...limits];

import { noProject } from '../../shared/brand.ts';
import { catchUp } from './catch-up.ts';
import { getSupabase } from './supabase.ts';

/** The data that the chat needs first. The SQL function `app_start` returns all of it. */
type Part =
  | 'access'
  | 'starter'
  | 'chats'
  | 'pinned'
  | 'has_chats'
  | 'projects'
  | 'quota'
  | 'vendors'
  | 'models';

/** The maximum number of rows of each part. */
interface StartLimits {
  readonly chats: number;
  readonly pinned: number;
}

/** In milliseconds. If the response takes longer, each part is requested separately. */
const REQUEST_TIMEOUT = 8_000;
/** In milliseconds. Parts that are still unused after this time are dropped, because they may be outdated. */
const MAX_AGE = 10_000;

interface Start {
  readonly userId: string;
  readonly parts: Promise<Map<string, unknown>>;
  /** The response of `own_access` within the first data. Undefined if the request failed. */
  readonly access: Promise<unknown>;
}
let start: Start | null = null;

/** The digests in the response of `own_access`, and the parts that each of them covers. */
const listParts = {
  chat_list: ['chats', 'pinned', 'has_chats'],
  project_list: ['projects'],
  model_list: ['vendors', 'models'],
} as const satisfies Readonly<Record<string, readonly Part[]>>;

type List = keyof typeof listParts;

const digestOf = (access: unknown, list: List): unknown => Object(access)[list];

/** Requests all parts together. Must be called before the parts are needed. */
export function requestAppStart(userId: string, limits: StartLimits): void {
  // After a failure, each part is requested separately.
  const parts = readParts(limits).catch(() => new Map<string, unknown>());
  start = { userId, parts, access: parts.then((read) => read.get('access')) };
}

/**
 * Returns whether a list may have changed since the start. Its channel reports only changes after it has opened. Unused parts that may be outdated are then dropped. Must be called when the channel opens. Never rejects.
 *
 * @param readAccess resolves to the response of `own_access`, or to null if it failed
 */
export async function hasListChanged(
  list: List,
  userId: string,
  readAccess: () => Promise<unknown>,
): Promise<boolean> {
  const access = await catchUp(readAccess).catch(() => null);
  if (
    access !== null &&
    start?.userId === userId &&
    digestOf(access, list) === digestOf(await start.access, list)
  )
    return false;
  const parts = await start?.parts;
  for (const part of listParts[list]) parts?.delete(part);
  return true;
}

/** Returns a part as the service sent it, but only once. Null if the part must be requested separately. */
export async function takeStartPart(userId: string, part: Part): Promise<unknown> {
  if (start?.userId !== userId) return null;
  const parts = await start.parts;
  const value = parts.get(part) ?? null;
  parts.delete(part);
  return value;
}

/** Returns a part that is the same for all users. */
export const takeSharedStartPart = (part: 'starter' | 'vendors' | 'models'): Promise<unknown> =>
  takeStartPart(start?.userId ?? '', part);

async function readParts({ chats, pinned }: StartLimits): Promise<Map<string, unknown>> {
  const client = await getSupabase();
  const { data } = await client
    .rpc('app_start', { project: noProject, max_chats: chats, max_pinned: pinned })
    .abortSignal(AbortSignal.timeout(REQUEST_TIMEOUT))
    .throwOnError();
  const parts = new Map(Object.entries(Object(data) as Readonly<Record<string, unknown>>));
  setTimeout(() => parts.clear(), MAX_AGE);
  return parts;
}

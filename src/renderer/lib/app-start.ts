import { projectId } from '../../shared/brand.ts';
import { getSupabase } from './supabase.ts';

/** The first data of the chat (`app_start`). */
type Part = 'chats' | 'pinned' | 'quota' | 'vendors' | 'models';

/** How many rows the parts may have. */
interface StartLimits {
  readonly chats: number;
  readonly pinned: number;
}

/** After this time (ms), each part is requested separately. */
const PATIENCE = 8_000;
/** Unused parts are dropped after this time (ms), because they are no longer current. */
const USABLE_FOR = 10_000;

let start: { readonly userId: string; readonly parts: Promise<Map<string, unknown>> } | null = null;

/** Requests all parts at once. Call it before the parts are needed. */
export function requestStart(userId: string, limits: StartLimits): void {
  // If it fails, each part is requested separately.
  start = { userId, parts: readParts(limits).catch(() => new Map<string, unknown>()) };
}

/** A part as the service sent it, once. Null if it must be requested separately. */
export async function takeFromStart(userId: string, part: Part): Promise<unknown> {
  if (start?.userId !== userId) return null;
  const parts = await start.parts;
  const found = parts.get(part) ?? null;
  parts.delete(part);
  return found;
}

/** A part that is the same for all users. */
export const takeSharedFromStart = (part: 'vendors' | 'models'): Promise<unknown> =>
  takeFromStart(start?.userId ?? '', part);

async function readParts({ chats, pinned }: StartLimits): Promise<Map<string, unknown>> {
  const client = await getSupabase();
  const { data } = await client
    .rpc('app_start', { project: projectId, max_chats: chats, max_pinned: pinned })
    .abortSignal(AbortSignal.timeout(PATIENCE))
    .throwOnError();
  const parts = new Map(Object.entries(Object(data) as Readonly<Record<string, unknown>>));
  setTimeout(() => parts.clear(), USABLE_FOR);
  return parts;
}

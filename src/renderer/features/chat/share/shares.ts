import { z } from 'zod';
import { encryptEnvelope } from '../../../../shared/sharing/envelope.ts';
import { createShareLink, type ShareLink } from '../../../../shared/sharing/share-link.ts';
import type { Snapshot } from '../../../../shared/sharing/snapshot.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import type { Message } from '../chat.ts';
import { listMessages } from '../data/messages.ts';
import { toStoreError } from '../data/store-error.ts';

export interface SharingRules {
  /** Who can open links. Unknown values count as `off`. */
  readonly audience: 'off' | 'members' | 'everyone';
  readonly mayBeEndless: boolean;
  /**
   * The web app's URL for other people. `local`: they can't reach this service. `unknown`: only the service's own URL
   * is known.
   */
  readonly origin: URL | 'local' | 'unknown';
}

const settingRows = z.array(z.object({ setting_key: z.string(), setting_value: z.string() }));
const audiences = z.enum(['off', 'members', 'everyone']).catch('off');

export async function readSharingRules(): Promise<SharingRules> {
  const client = await getSupabase();
  const { data, error } = await client
    .from('system_settings')
    .select('setting_key, setting_value')
    .in('setting_key', ['sharing', 'sharing_without_expiry']);
  if (error) throw toStoreError(error);
  const settings = new Map(settingRows.parse(data).map((row) => [row.setting_key, row.setting_value]));
  return {
    audience: audiences.parse(settings.get('sharing')),
    mayBeEndless: settings.get('sharing_without_expiry') === 'true',
    origin: await findOrigin(),
  };
}

/** The desktop app's own service listens on this computer only. */
async function findOrigin(): Promise<SharingRules['origin']> {
  if (!platform.shell) return new URL(location.origin);
  const { address, isFixed } = (await platform.shell.readComputer()).service;
  if (address === null) return 'local';
  // A service that the user chose also serves the web app. One that the computer's administrator set may be a hosted
  // project, whose web app is elsewhere.
  const config = isFixed ? await fetch(new URL('/config.json', address)).catch(() => null) : null;
  return isFixed && !config?.ok ? 'unknown' : new URL(address);
}

export async function readBranch(chatId: string): Promise<readonly Message[]> {
  const pages = [await listMessages(chatId, null)];
  for (let first = pages[0]?.[0]; first?.parentId;) {
    const older = await listMessages(chatId, first);
    pages.unshift(older);
    [first] = older;
  }
  return pages.flat();
}

const reasoningRows = z.array(z.object({ id: z.string(), reasoning: z.string() }));
/** More ids would make a request's URL too long. */
const idsPerRequest = 100;

export async function readReasonings(rows: readonly Message[]): Promise<ReadonlyMap<string, string>> {
  const client = await getSupabase();
  const ids = rows.filter(({ reasoningMs }) => reasoningMs !== undefined).map(({ id }) => id);
  const titles = new Map<string, string>();
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const { data, error } = await client
      .from('chat_messages')
      .select('id, reasoning')
      .in('id', ids.slice(start, start + idsPerRequest));
    if (error) throw toStoreError(error);
    for (const { id, reasoning } of reasoningRows.parse(data)) titles.set(id, reasoning);
  }
  return titles;
}

interface NewShare {
  readonly chatId: string;
  readonly snapshot: Snapshot;
  readonly days: number | null;
  readonly password: string | null;
}

/** Encrypts and stores the snapshot. The key is only in the returned link. Rejects with StoreError. */
export async function createShare({ chatId, snapshot, days, password }: NewShare): Promise<ShareLink> {
  const link = createShareLink();
  const envelope = await encryptEnvelope(JSON.stringify(snapshot), link, password);
  const client = await getSupabase();
  const { error, status } = await client
    .from('shared_chats')
    .insert({ id: link.id, chat_id: chatId, envelope, days });
  if (error) throw toStoreError(error, status);
  return link;
}

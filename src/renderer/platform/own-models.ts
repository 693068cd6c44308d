import { z } from 'zod';
import type { OfferedModel } from '../../shared/providers/listed-model.ts';
import { fetchInSession } from '../lib/session-requests.ts';
import type { AppConfig, Platform } from './platform.ts';

const listSchema = z.object({ data: z.array(z.object({ id: z.string(), owned_by: z.string() })) });

/** The service lists the models of the user's own server, because browsers can't call it. */
export async function listOwnModels(
  { supabaseUrl, supabaseKey }: Pick<AppConfig, 'supabaseUrl' | 'supabaseKey'>,
  vendor: string,
  { accessToken, signal }: Parameters<Platform['listOwnModels']>[1],
): Promise<readonly OfferedModel[]> {
  const query = new URLSearchParams({ vendor });
  const response = await fetchInSession(`${supabaseUrl}/functions/v1/models?${query.toString()}`, {
    headers: { apikey: supabaseKey, authorization: `Bearer ${accessToken}` },
    signal,
  });
  const list = listSchema.safeParse(await response.json());
  // A service that returns another vendor's models does not know this one.
  const own = list.success ? list.data.data.filter(({ owned_by }) => owned_by === vendor) : [];
  return own.map(({ id }) => ({ id, displayName: id }));
}

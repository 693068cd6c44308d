import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { getSupabase } from '../../lib/supabase.ts';
import { listApiKeys } from './keys/list-api-keys.ts';
import { readMergeRequest } from './privacy/merge-request.ts';
import { listReceipts, readConsent, type Receipt, receiptsPerPage } from './privacy/receipts.ts';
import { listFactors } from './security/factors.ts';
import { listSessions } from './security/sessions.ts';
import { readSubscription } from './plan/read-subscription.ts';

const quotaSchema = z.object({
  plan: z.enum(['guest', 'starter', 'professional']),
  /** Messages a UTC day; null is no limit. */
  allowed: z.number().nullable(),
  used: z.number(),
});

/** Every question of the account page: key, call and type together. */
export const accountQueries = {
  /** Changed by our own creating and revoking; "last used" by programs, at most once a minute. */
  apiKeys: (userId: string) =>
    queryOptions({ queryKey: ['account', 'api-keys', userId], queryFn: () => listApiKeys(userId) }),

  /** Counted by every message, so that it is asked for anew at each visit. */
  quota: (userId: string) =>
    queryOptions({ queryKey: ['account', 'quota', userId], queryFn: readQuota, staleTime: 0 }),

  /** Changed by our own cancelling, by the checkout and by administrators, so that it is asked for anew at each visit. */
  subscription: (userId: string) =>
    queryOptions({
      queryKey: ['account', 'subscription', userId],
      queryFn: () => readSubscription(userId),
      staleTime: 0,
    }),

  /** Chats that the plan hides; changed by our own deleting, and by time. */
  hiddenChats: (userId: string) =>
    queryOptions({ queryKey: ['account', 'hidden-chats', userId], queryFn: countHiddenChats }),

  /** Authenticator apps in use; changed by our own doing alone. */
  factors: (userId: string) =>
    queryOptions({ queryKey: ['account', 'factors', userId], queryFn: listFactors, staleTime: 0 }),

  /** Where the person is signed in; changed by other devices, so that it is asked for anew at each visit. */
  sessions: (userId: string) =>
    queryOptions({ queryKey: ['account', 'sessions', userId], queryFn: listSessions, staleTime: 0 }),

  consent: (userId: string) =>
    queryOptions({ queryKey: ['account', 'consent', userId], queryFn: () => readConsent(userId) }),

  /** Made by administrators, so that it is loaded again at each visit. */
  mergeRequest: (userId: string) =>
    queryOptions({ queryKey: ['account', 'merge-request', userId], queryFn: readMergeRequest, staleTime: 0 }),

  /** Looks of administrators at the account, a page at a time, newest first. */
  receipts: (userId: string) =>
    infiniteQueryOptions({
      queryKey: ['account', 'receipts', userId],
      queryFn: ({ pageParam }) => listReceipts(pageParam),
      initialPageParam: null as string | null,
      getNextPageParam: (page: readonly Receipt[]) =>
        page.length < receiptsPerPage ? undefined : page.at(-1)?.id,
      staleTime: 0,
    }),
};

async function readQuota() {
  const client = await getSupabase();
  const { data } = await client.rpc('get_message_quota').throwOnError();
  return quotaSchema.parse(data);
}

async function countHiddenChats(): Promise<number> {
  const client = await getSupabase();
  const { data } = await client.rpc('count_hidden_chats').throwOnError();
  return z.number().parse(data);
}

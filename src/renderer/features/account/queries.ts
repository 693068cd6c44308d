import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { getSupabase } from '../../lib/supabase.ts';
import { listApiKeys } from './api-keys/api-keys.ts';
import { listPasskeys } from './passkeys/passkeys.ts';
import { readMonthUsage } from './plan/month-usage.ts';
import { readSubscription } from './plan/subscription.ts';
import {
  listReceipts,
  readConsent,
  readMergeRequest,
  type AccessReceipt,
  receiptsPerPage,
} from './privacy/support-access.ts';
import { listFactors } from './security/authenticator-apps.ts';
import { listSessions } from './security/sessions.ts';
import { listShares } from './shares/shares.ts';

/** Queries with `staleTime: 0` load at each visit. The data of all others changes only on these pages. */
export const accountQueries = {
  apiKeys: (userId: string) =>
    queryOptions({ queryKey: ['account', 'api-keys', userId], queryFn: () => listApiKeys(userId) }),

  subscription: (userId: string) =>
    queryOptions({
      queryKey: ['account', 'subscription', userId],
      queryFn: () => readSubscription(userId),
      staleTime: 0,
    }),

  month: (userId: string) =>
    queryOptions({ queryKey: ['account', 'month', userId], queryFn: readMonthUsage, staleTime: 0 }),

  hiddenChats: (userId: string) =>
    queryOptions({ queryKey: ['account', 'hidden-chats', userId], queryFn: countHiddenChats }),

  factors: (userId: string) =>
    queryOptions({ queryKey: ['account', 'factors', userId], queryFn: listFactors, staleTime: 0 }),

  passkeys: (userId: string) =>
    queryOptions({ queryKey: ['account', 'passkeys', userId], queryFn: listPasskeys, staleTime: 0 }),

  sessions: (userId: string) =>
    queryOptions({ queryKey: ['account', 'sessions', userId], queryFn: listSessions, staleTime: 0 }),

  shares: (userId: string) =>
    queryOptions({ queryKey: ['account', 'shares', userId], queryFn: listShares, staleTime: 0 }),

  consent: (userId: string) =>
    queryOptions({ queryKey: ['account', 'consent', userId], queryFn: () => readConsent(userId) }),

  mergeRequest: (userId: string) =>
    queryOptions({ queryKey: ['account', 'merge-request', userId], queryFn: readMergeRequest, staleTime: 0 }),

  receipts: (userId: string) =>
    infiniteQueryOptions({
      queryKey: ['account', 'receipts', userId],
      queryFn: ({ pageParam }) => listReceipts(pageParam),
      initialPageParam: null as string | null,
      getNextPageParam: (page: readonly AccessReceipt[]) =>
        page.length < receiptsPerPage ? undefined : page.at(-1)?.id,
      staleTime: 0,
    }),
};

async function countHiddenChats(): Promise<number> {
  const client = await getSupabase();
  const { data } = await client.rpc('count_hidden_chats').throwOnError();
  return z.number().parse(data);
}

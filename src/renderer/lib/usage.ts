import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { takeStartPart } from './app-start.ts';
import { useSession } from './session.tsx';
import type { Plan } from './session-user.ts';
import { getSupabase } from './supabase.ts';
import { usageTexts } from './usage-texts.ts';

/** The user's messages, which the service counts per day (UTC) [ROLE-020, ROLE-021]. */
export interface Usage {
  readonly plan: Plan;
  /** Messages sent today. May exceed `limit` if the plan changed today. */
  readonly used: number;
  /** Messages per day. Null if the plan has no limit. */
  readonly limit: number | null;
  /** Messages left today, at least 0. Null if the plan has no limit. */
  readonly left: number | null;
  /** The time of the next reset, at midnight in UTC, in milliseconds. */
  readonly resetsAt: number;
}

const dayMs = 86_400_000;

const quotaSchema = z.object({
  plan: z.enum(['guest', 'starter', 'professional']),
  allowed: z.number().nullable(),
  used: z.number(),
});

async function readUsage(userId: string): Promise<Usage> {
  const { plan, allowed, used } = quotaSchema.parse(
    (await takeStartPart(userId, 'quota')) ?? (await requestQuota()),
  );
  return {
    plan,
    used,
    limit: allowed,
    left: allowed === null ? null : Math.max(allowed - used, 0),
    resetsAt: (Math.floor(Date.now() / dayMs) + 1) * dayMs,
  };
}

async function requestQuota(): Promise<unknown> {
  const client = await getSupabase();
  return (await client.rpc('get_message_quota').throwOnError()).data;
}

export const usageQueries = {
  all: () => ['usage'] as const,
  today: (userId: string) =>
    queryOptions({
      queryKey: [...usageQueries.all(), userId],
      queryFn: () => readUsage(userId),
      // Refetches at midnight UTC, so that an open page shows the new day.
      refetchInterval: ({ state }) =>
        state.data ? Math.max(state.data.resetsAt - Date.now(), 1_000) : false,
    }),
};

/**
 * Returns null until the usage is loaded. All screens share it. It loads again after each message and when the plan
 * changes.
 */
export function useUsage(): Usage | null {
  const { user } = useSession();
  const { data } = useQuery({ ...usageQueries.today(user?.id ?? ''), enabled: user !== null });
  return data ?? null;
}

/** Loads the usage again. Called after each message. */
export const refreshUsage = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: usageQueries.all() });

export const remainingMessagesText = ({ left }: Usage): string =>
  left === null ? usageTexts.unlimited : usageTexts.left({ count: left });

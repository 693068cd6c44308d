import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.tsx';

/**
 * Provides the query cache. It is cleared when the user changes, so that no one sees another user's rows.
 * Changing the plan shows or hides chats and models, so it invalidates everything [CHECKOUT-031].
 */
export function UserCache({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  const userId = user?.id;
  const plan = user?.plan ?? null;
  useEffect(() => () => queryClient.clear(), [userId]);
  const before = useRef({ userId, plan });
  useEffect(() => {
    const { userId: lastUser, plan: lastPlan } = before.current;
    const isSame = lastUser === userId;
    if (isSame && lastPlan && plan && lastPlan !== plan) void queryClient.invalidateQueries();
    before.current = { userId, plan: plan ?? (isSame ? lastPlan : null) };
  }, [userId, plan]);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

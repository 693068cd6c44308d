import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.tsx';

/**
 * The cache of fetched data, emptied when the person leaves or changes: nobody may meet another one's rows. A change of
 * plan opens or hides chats and models, so everything on screen is asked for again [CHECKOUT-031].
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
    // Between two answers the plan is not known: that is no change.
    before.current = { userId, plan: plan ?? (isSame ? lastPlan : null) };
  }, [userId, plan]);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

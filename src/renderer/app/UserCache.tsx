import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.tsx';

/** The cache of fetched data, emptied when the person leaves or changes: nobody may meet another one's rows. */
export function UserCache({ children }: { readonly children: ReactNode }) {
  const userId = useSession().user?.id;
  useEffect(() => () => queryClient.clear(), [userId]);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

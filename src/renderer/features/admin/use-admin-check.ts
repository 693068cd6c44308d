import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { getSupabase, type Supabase } from '../../lib/supabase.ts';

export type AdminCheck = 'loading' | 'admin' | 'denied' | 'failed';

/** Asks the service, and only the service, whether the person is an administrator [ADMIN-026]. */
async function checkAdmin(client: Supabase): Promise<AdminCheck> {
  const { data, error } = await client.rpc('has_role', { role_name: 'admin' });
  if (error) return 'failed';
  return data ? 'admin' : 'denied';
}

/** The state of the admin gate; asked again whenever a role changes [ADMIN-019, ADMIN-024]. */
export function useAdminCheck(): AdminCheck {
  const userId = useSession().user?.id;
  const [check, setCheck] = useState<AdminCheck>('loading');
  useEffect(() => {
    let isGone = false;
    let leave = () => {};
    const publish = (next: AdminCheck) => {
      if (!isGone) setCheck(next);
    };
    const start = async () => {
      const client = await getSupabase();
      if (isGone) return;
      const ask = async () => publish(await checkAdmin(client));
      const channel = client
        .channel(`admin-gate-${crypto.randomUUID()}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'user_roles' }, () => void ask())
        .subscribe();
      leave = () => void client.removeChannel(channel);
      await ask();
    };
    start().catch(() => publish('failed'));
    return () => {
      isGone = true;
      leave();
    };
  }, [userId]);
  return check;
}

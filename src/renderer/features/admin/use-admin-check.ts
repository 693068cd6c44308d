import { useEffect, useState } from 'react';
import { followChannel } from '../../lib/follow-channel.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';

export type AdminCheck = 'loading' | 'admin' | 'denied' | 'failed';

/** Only the service decides who is an administrator [ADMIN-026]. */
async function checkAdmin(): Promise<AdminCheck> {
  try {
    const client = await getSupabase();
    const { data } = await client.rpc('has_role', { role_name: 'admin' }).throwOnError();
    return data ? 'admin' : 'denied';
  } catch {
    return 'failed';
  }
}

/** Checks again whenever roles may have changed [ADMIN-019, ADMIN-024]. */
export function useAdminCheck(): AdminCheck {
  const userId = useSession().user?.id;
  const [result, setResult] = useState<{ readonly userId: typeof userId; readonly check: AdminCheck }>();
  useEffect(() => {
    if (userId === undefined) return;
    let isGone = false;
    const publish = (next: AdminCheck) => {
      if (!isGone) setResult({ userId, check: next });
    };
    const check = async () => publish(await checkAdmin());
    const recheck = async () => {
      const next = await checkAdmin();
      // A check that fails because of the network changes nothing.
      if (next !== 'failed') publish(next);
    };
    void check();
    const leave = followChannel(`admin-gate-${crypto.randomUUID()}`, {
      bind: (channel) =>
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'user_roles' },
          () => void check(),
        ),
      onOpen: () => void recheck(),
    });
    return () => {
      isGone = true;
      leave();
    };
  }, [userId]);
  // The previous user's result must not open the console for the next user.
  return result && result.userId === userId ? result.check : 'loading';
}

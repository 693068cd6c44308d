import { useEffect, useState } from 'react';
import { followChannel } from '../../lib/follow-channel.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';

export type AdminCheck = 'loading' | 'admin' | 'denied' | 'failed';

/** Asks the service, and only the service, whether the person is an administrator [ADMIN-026]. */
async function checkAdmin(): Promise<AdminCheck> {
  try {
    const client = await getSupabase();
    const { data } = await client.rpc('has_role', { role_name: 'admin' }).throwOnError();
    return data ? 'admin' : 'denied';
  } catch {
    return 'failed';
  }
}

/** The state of the admin gate; asked again whenever a role changes, or may have [ADMIN-019, ADMIN-024]. */
export function useAdminCheck(): AdminCheck {
  const userId = useSession().user?.id;
  const [answer, setAnswer] = useState<{ readonly userId: typeof userId; readonly check: AdminCheck }>();
  useEffect(() => {
    let isGone = false;
    const publish = (next: AdminCheck) => {
      if (!isGone) setAnswer({ userId, check: next });
    };
    const ask = async () => publish(await checkAdmin());
    const askAgain = async () => {
      const next = await checkAdmin();
      // A question that failed on a poor connection says nothing new.
      if (next !== 'failed') publish(next);
    };
    void ask();
    const leave = followChannel(`admin-gate-${crypto.randomUUID()}`, {
      bind: (channel) =>
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'user_roles' },
          () => void ask(),
        ),
      onOpen: () => void askAgain(),
    });
    return () => {
      isGone = true;
      leave();
    };
  }, [userId]);
  // What was answered about one person opens nothing to the next.
  return answer && answer.userId === userId ? answer.check : 'loading';
}

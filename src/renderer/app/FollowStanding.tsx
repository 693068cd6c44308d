import { useEffect } from 'react';
import { useSession } from '../lib/session.tsx';
import { getSupabase, type Supabase } from '../lib/supabase.ts';

/**
 * Follows roles, restrictions, plan and forced resets of whoever is signed in: who is banned leaves at once, who was
 * given or lost something sees it. An event says only that something changed; the service is asked what. After a break, in which
 * events may have been missed, and whenever the page is looked at again, it is asked as well.
 */
export function FollowStanding() {
  const { user, refreshEntitlements, leaveBanned } = useSession();
  const userId = user?.id;
  useEffect(() => {
    if (!userId) return;
    let isGone = false;
    let leave = () => {};
    const ask = async () => {
      const client = await getSupabase();
      const { data } = await client.rpc('own_standing');
      if (isGone) return;
      if (data === 'banned') await leaveBanned();
      else await refreshEntitlements();
    };
    const hint = () => void ask().catch(() => {});
    const open = (client: Supabase) => {
      if (isGone) return;
      let wasSubscribed = false;
      const filter = `user_id=eq.${userId}`;
      const channel = client
        .channel(`standing:${userId}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'account_changes', filter }, hint)
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          if (wasSubscribed) hint();
          wasSubscribed = true;
        });
      leave = () => void client.removeChannel(channel);
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') hint();
    };
    document.addEventListener('visibilitychange', onVisible);
    getSupabase().then(open, () => {});
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', onVisible);
      leave();
    };
  }, [userId, refreshEntitlements, leaveBanned]);
  return null;
}

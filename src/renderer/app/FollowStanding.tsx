import { useEffect } from 'react';
import { followChannel } from '../lib/follow-channel.ts';
import { useSession } from '../lib/session.tsx';
import { getSupabase } from '../lib/supabase.ts';

/**
 * Follows roles, restrictions, plan and forced resets of whoever is signed in: who is banned leaves at once, who was
 * given or lost something sees it. An event says only that something changed; the service is asked what. It is asked as
 * well whenever the channel opens, because nobody told of what happened before; when the service refuses or closes it,
 * as it does with the banned and those who were signed out elsewhere; and when the page is looked at again.
 */
export function FollowStanding() {
  const { user, refreshEntitlements, leaveBanned } = useSession();
  const userId = user?.id;
  useEffect(() => {
    if (!userId) return;
    let isGone = false;
    const ask = async () => {
      const client = await getSupabase();
      const { data, error } = await client.rpc('own_standing');
      if (isGone || error) return;
      if (data === 'banned') await leaveBanned();
      else await refreshEntitlements();
    };
    const hint = () => void ask().catch(() => {});
    const filter = `user_id=eq.${userId}`;
    const leave = followChannel(`standing:${userId}`, {
      bind: (channel) =>
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'account_changes', filter },
          hint,
        ),
      onOpen: hint,
      onRefused: (client) =>
        void ask()
          // The client forgets a session that is no more.
          .then(() => client.auth.getUser())
          .catch(() => {}),
    });
    const onVisible = () => {
      if (document.visibilityState === 'visible') hint();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', onVisible);
      leave();
    };
  }, [userId, refreshEntitlements, leaveBanned]);
  return null;
}

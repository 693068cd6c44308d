import { useEffect } from 'react';
import { catchUp } from '../lib/catch-up.ts';
import { encryptionQueryKey } from '../lib/encrypted-device.ts';
import { followChannel } from '../lib/follow-channel.ts';
import { accountChannel } from '../lib/own-access.ts';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.tsx';

/**
 * Keeps the signed-in user's role, plan and restrictions up to date, and signs out a banned user immediately.
 *
 * Events are only hints, so the service is queried when the channel opens (earlier events were missed), when
 * the service refuses or closes the channel (after a ban or a sign-out on another device), and when the page
 * becomes visible again.
 */
export function FollowAccountAccess() {
  const { user, refreshAccess } = useSession();
  const userId = user?.id;
  useEffect(() => {
    if (!userId) return;
    const hint = () => {
      void refreshAccess().catch(() => {});
      // Another device may have changed the keys.
      void queryClient.invalidateQueries({ queryKey: encryptionQueryKey(userId) });
    };
    const filter = `user_id=eq.${userId}`;
    const leave = followChannel(accountChannel(userId), {
      bind: (channel) =>
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'account_changes', filter },
          hint,
        ),
      onOpen: () => void catchUp(refreshAccess).catch(() => {}),
      onRefused: (client) =>
        void refreshAccess()
          // The auth client removes a session that no longer exists.
          .then(() => client.auth.getUser())
          .catch(() => {}),
    });
    const onVisible = () => {
      if (document.visibilityState === 'visible') hint();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      leave();
    };
  }, [userId, refreshAccess]);
  return null;
}

import { useEffect, useState } from 'react';
import { getSupabase } from '../../lib/supabase.ts';

/**
 * True if the user already had Professional when the checkout opened. A canceled plan doesn't count, because the
 * checkout renews it. Read only once, so that a purchase in this visit still shows its confirmation. False without an
 * id, and until the plan is known.
 */
export function useHasProfessional(userId: string | undefined): boolean {
  const [hasIt, setHasIt] = useState(false);
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isGone = false;
    isProfessionalRunning(userId).then(
      (isRunning) => !isGone && setHasIt(isRunning),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [userId]);
  return hasIt;
}

async function isProfessionalRunning(userId: string): Promise<boolean> {
  const client = await getSupabase();
  const { data } = await client
    .from('subscriptions')
    .select('ends_at')
    // Administrators can read every row, so select the user's own.
    .eq('user_id', userId)
    .eq('plan', 'professional')
    .maybeSingle()
    .throwOnError();
  return data?.ends_at === null;
}

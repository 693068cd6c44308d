import { useCallback, useState } from 'react';
import { platform } from '../../../platform/index.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { readRefusal } from '../auth-failure.ts';
import { demoTexts as texts } from './texts.ts';

/** Used by the button, `?demo=true` and the demo credentials [ACCT-031..037]. */
export function useDemo(): { readonly isBusy: boolean; readonly start: () => Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const start = useCallback(async () => {
    setBusy(true);
    try {
      const { demo } = await platform.loadConfig();
      if (!demo) return;
      await signInAsGuest(demo);
      showToast({ ...texts.done, variant: 'success' });
    } catch (error) {
      const message = readRefusal(error)?.message ?? texts.failed.message;
      showToast({ ...texts.failed, message, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }, []);
  return { isBusy, start };
}

/** Each visitor is a separate guest with the demo's email and name [ACCT-034, ACCT-035]. */
async function signInAsGuest(demo: { readonly email: string; readonly name: string }): Promise<void> {
  const data = { email: demo.email, name: demo.name, isDemo: true };
  const { error, data: answer } = await (await getSupabase()).auth.signInAnonymously({ options: { data } });
  if (error) throw error;
  // The auth client doesn't report an error if a response contains no session.
  if (!answer.session) throw new Error('The service opened no session.');
}

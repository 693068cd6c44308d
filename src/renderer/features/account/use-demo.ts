import { useCallback, useState } from 'react';
import { getConfig } from '../../lib/config.ts';
import { showToast } from '../../lib/toast.ts';
import { readAuthFailure } from './auth-failure.ts';
import { signInAsGuest } from './enter.ts';
import { demoTexts as texts } from './texts.ts';

/** The demo login behind the button, `?demo=true` and the typed credentials [ACCT-031..037]. */
export function useDemo(): { readonly isBusy: boolean; readonly start: () => Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const start = useCallback(async () => {
    setBusy(true);
    try {
      const { demo } = await getConfig();
      if (!demo) return;
      await signInAsGuest(demo);
      showToast({ ...texts.done, variant: 'success' });
    } catch (error) {
      const failure = readAuthFailure(error);
      const message = failure.kind === 'refused' ? failure.message : texts.failed.message;
      showToast({ ...texts.failed, message, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }, []);
  return { isBusy, start };
}

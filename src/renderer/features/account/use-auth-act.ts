import { useState } from 'react';
import { getSupabase, type Supabase } from '../../lib/supabase.ts';
import { sentenceOfAuth } from './auth-failure.ts';

/** One act at a time with the service's client, and what to tell when it fails. */
export function useAuthAct() {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  /** True when the act came to its end without throwing. */
  const run = async (act: (client: Supabase) => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setFault(null);
    try {
      await act(await getSupabase());
      return true;
    } catch (error) {
      setFault(sentenceOfAuth(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, setFault, run };
}

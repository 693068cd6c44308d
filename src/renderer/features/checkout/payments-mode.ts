import { useEffect, useState } from 'react';
import { getSupabase } from '../../lib/supabase.ts';

export type PaymentsMode = 'simulated' | 'off';

async function readPaymentsMode(): Promise<PaymentsMode> {
  const client = await getSupabase();
  const { data, error } = await client
    .from('system_settings')
    .select('setting_value')
    .eq('setting_key', 'payments_mode')
    .maybeSingle();
  if (error) throw error;
  return data?.setting_value === 'simulated' ? 'simulated' : 'off';
}

/** Whether plans can be chosen here. Null until known; the service decides again when the plan is recorded. */
export function usePaymentsMode(): PaymentsMode | null {
  const [mode, setMode] = useState<PaymentsMode | null>(null);
  useEffect(() => {
    let isGone = false;
    readPaymentsMode().then(
      (known) => !isGone && setMode(known),
      // Not known: the form is shown, and the service says at the end what it thinks of it.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return mode;
}

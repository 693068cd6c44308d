import { onSupabase } from '../../lib/supabase.ts';

export function onSignedOut(listener: () => void): () => void {
  let stopEvents = () => {};
  const stopClient = onSupabase((client) => {
    const { data } = client.auth.onAuthStateChange((event) => {
      if (event === 'SIGNED_OUT') listener();
    });
    stopEvents = () => data.subscription.unsubscribe();
  });
  return () => {
    stopEvents();
    stopClient();
  };
}

import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Claims } from '../database/database.ts';
import type { Rest } from '../rest/rest.ts';

export const visitorClaims: Claims = { role: 'anon' };

/** The claims of the service itself, which bypasses row-level security. */
export const serviceClaims: Claims = { role: 'service_role' };

export function userClaims(id: string, claims: Partial<Claims> = {}): Claims {
  return { sub: id, aal: 'aal1', is_anonymous: false, ...claims, role: 'authenticated' };
}

/** Connects an unmodified supabase-js to REST in this process, as the caller of `claims`. */
export function restClient(rest: Rest, claims: Claims): SupabaseClient {
  return createClient('http://service.test', 'unused key', {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => rest.handle(new Request(input, init), claims) },
  });
}

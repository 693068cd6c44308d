// One chunk for supabase-js, which visitors without a session never load.
export { createClient } from '@supabase/supabase-js';
export { createServiceFetch, ownMigrations } from './service-fetch.ts';
export { sessionLock } from './session-lock.ts';

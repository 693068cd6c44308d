// What the client of the service is made of, in one chunk: visitors without a session never load it.
export { createClient } from '@supabase/supabase-js';
export { createServiceFetch, ownMigrations } from './service-fetch.ts';
export { tabTurns } from './tab-turns.ts';

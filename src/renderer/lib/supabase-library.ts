// Bundles everything for supabase-js into one chunk, which visitors without a session never load.
export { lockAccount } from './account-database.ts';
export { endSession, endSessionOnly } from './end-session.ts';
export { openSupabase } from './open-supabase.ts';
export { signOutQuestions } from './sign-out-questions.ts';

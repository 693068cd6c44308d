// One chunk for supabase-js, which visitors without a session never load.
export { lockAccount } from './account-database.ts';
export { endSession, endSessionOnly } from './end-session.ts';
export { openSupabase } from './open-supabase.ts';
export { signOutQuestions } from './sign-out-questions.ts';

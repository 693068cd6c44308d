// Replaces @supabase/storage-js in the build (vite.shared.ts), because supabase-js always loads it although
// the app doesn't use it.

export class StorageApiError extends Error {}

/** supabase-js creates an instance, which the app never uses. */
export class StorageClient {}

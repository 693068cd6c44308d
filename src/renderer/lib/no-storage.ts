// Replaces @supabase/storage-js in the build (vite.shared.ts): supabase-js always loads it, and the app stores no files.

export class StorageApiError extends Error {}

/** supabase-js creates one; no code uses it. */
export class StorageClient {}

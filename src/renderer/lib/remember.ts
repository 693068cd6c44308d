/**
 * Wraps a load so that it happens once however many ask, and a failed one is forgotten, so that the next asker
 * tries again.
 */
export function rememberSuccess<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

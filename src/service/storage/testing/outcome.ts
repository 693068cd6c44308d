/**
 * Describes the outcome of a request: the code or status of a refusal. On success, supabase-js's data as JSON, or a
 * response's status and length.
 */
export async function outcomeOf(attempt: PromiseLike<unknown>): Promise<string> {
  const result = await attempt;
  if (result instanceof Response) {
    const text = await result.text();
    if (result.ok) return `${result.status}: ${text.length} characters`;
    const { statusCode } = JSON.parse(text || '{}') as { readonly statusCode?: string };
    return statusCode ?? String(result.status);
  }
  const { data, error } = result as {
    readonly data: unknown;
    readonly error: { readonly statusCode?: string; readonly status?: number; readonly code?: string } | null;
  };
  // For "does it exist?", supabase-js returns a boolean together with the error.
  if (typeof data === 'boolean') return String(data);
  if (error) return error.code ?? error.statusCode ?? String(error.status);
  return JSON.stringify(data);
}

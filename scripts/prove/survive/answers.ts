interface Answer {
  readonly data: unknown;
  readonly error: { readonly message: string; readonly details?: string } | null;
}

/** The data of a response of supabase-js. Rejects with its error. */
export async function must<Data>(request: PromiseLike<Answer>): Promise<Data> {
  const { data, error } = await request;
  if (error) throw new Error(`${error.message} ${error.details ?? ''}`);
  return data as Data;
}

/** The same for reading, which is repeated once: the connection may be one to the service before it was killed. */
export const mustRead = async <Data>(request: () => PromiseLike<Answer>): Promise<Data> =>
  must<Data>(request()).catch(() => must<Data>(request()));

interface Answer {
  readonly data: unknown;
  readonly error: { readonly message: string; readonly details?: string } | null;
}

/** The data of a response of supabase-js. Rejects with its error. */
export async function dataOf<Data>(request: PromiseLike<Answer>): Promise<Data> {
  const { data, error } = await request;
  if (error) throw new Error(`${error.message} ${error.details ?? ''}`);
  return data as Data;
}

/** The same for reads, with one retry, because the connection may belong to the service that was killed. */
export const readData = async <Data>(request: () => PromiseLike<Answer>): Promise<Data> =>
  dataOf<Data>(request()).catch(() => dataOf<Data>(request()));

interface Answer {
  readonly data: unknown;
  readonly error: { readonly message: string; readonly details?: string } | null;
}

/** Resolves to the data of a supabase-js response. Rejects if the response is an error. */
export async function dataOf<Data>(request: PromiseLike<Answer>): Promise<Data> {
  const { data, error } = await request;
  if (error) throw new Error(`${error.message} ${error.details ?? ''}`);
  return data as Data;
}

/** Like `dataOf`, but retries a read once, because the connection may belong to the killed service. */
export const readData = async <Data>(request: () => PromiseLike<Answer>): Promise<Data> =>
  dataOf<Data>(request()).catch(() => dataOf<Data>(request()));

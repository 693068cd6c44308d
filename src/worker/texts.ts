const isTexts = (url: string): boolean => /\/assets\/[\w-]+\.json$/.test(url);

/** Returns the language of a file of texts, such as `/assets/pt-BR-chat-B2xPq_0a.json`. */
const languageOf = (url: string): string | undefined => /\/(\w\w(?:-[A-Z]{2})?)-[^/]+$/.exec(url)?.[1];

/** Stores texts when a page loads them, so that only the user's languages are stored. */
export async function loadTexts(shared: Cache, request: Request, load: typeof fetch): Promise<Response> {
  const response = await load(request);
  if (response.ok && isTexts(request.url)) await shared.put(request.url, response.clone());
  return response;
}

const storedTexts = async (shared: Cache): Promise<string[]> =>
  (await shared.keys()).map(({ url }) => url).filter(isTexts);

/** Stores a new version's texts in the languages that the user reads. */
export async function updateTexts(shared: Cache, texts: readonly string[]): Promise<void> {
  const used = new Set((await storedTexts(shared)).map(languageOf));
  await shared.addAll(texts.filter((url) => used.has(languageOf(url))));
}

/** Deletes the texts of earlier versions. Open pages have loaded theirs. */
export async function deleteOldTexts(shared: Cache, texts: readonly string[]): Promise<void> {
  const current = new Set(texts);
  for (const url of await storedTexts(shared))
    if (!current.has(new URL(url).pathname)) await shared.delete(url);
}

/** Splits a build's files into texts and all others. */
export function splitTexts<Entry extends { readonly url: string }>(
  files: readonly Entry[],
): { readonly files: Entry[]; readonly texts: string[] } {
  return {
    files: files.filter(({ url }) => !isTexts(url)),
    texts: files.map(({ url }) => url).filter(isTexts),
  };
}

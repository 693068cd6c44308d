import type { ChatFiles, FileContent } from '../chat-files.ts';

/** Keeps a temporary chat's files in this window's memory. */
export function openMemoryFiles(): ChatFiles {
  const contents = new Map<string, FileContent>();
  return {
    keep: async (path, content) => void contents.set(path, content),
    forget: async (files) => files.forEach(({ path }) => contents.delete(path)),
    listKept: async (beginning) => [...contents.keys()].filter((path) => path.startsWith(beginning)),
    readBlob: async ({ path }) => contents.get(path)?.blob ?? null,
    readText: async ({ path }) => contents.get(path)?.text ?? null,
    readParts: async ({ path }) => contents.get(path)?.parts ?? [],
    rewrite: async ({ path }, text) => {
      const content = contents.get(path);
      if (content) contents.set(path, { ...content, text });
    },
    upload: async () => {},
    attach: async () => {},
    readThrough: (_, load) => load(),
    whenClosed: () => {},
    close: () => contents.clear(),
  };
}

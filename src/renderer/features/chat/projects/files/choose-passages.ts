import type { QueryClient } from '@tanstack/react-query';
import { withoutBreaks } from '../../../../../shared/passages/chunks.ts';
import { type SentPassage } from '../../../../../shared/passages/prompt.ts';
import { estimateTokens } from '../../../../../shared/domain/context-window.ts';
import { isUnverified } from '../../attachments/failure.ts';
import type { OpenFiles } from '../../attachments/chat-files.ts';
import type { ChatStore } from '../../store/chat-store.ts';
import type { ContextReading } from '../../turn/context-reading.ts';
import { finderOf } from './finder-of.ts';
import { type Passage, placeInPrompt, wholeFile } from './passage.ts';
import { type ProjectFile, tokensOf } from './project-file.ts';
import { projectFilesQuery, readProjectText } from './queries.ts';

/** The maximum number of files that are sent whole. Each of them is listed below the reply. */
const maxWholeFiles = 20;
/** The maximum number of passages from files that are not sent whole. */
const maxPassages = 8;

export interface PassageServices {
  readonly client: QueryClient;
  readonly store: ChatStore | null;
  readonly files: OpenFiles;
}

export interface ChosenPassage {
  readonly passage: Passage;
  readonly sent: SentPassage;
}

export interface PassageChoice {
  /** The passages to send. Best first, unless all files are sent whole. */
  readonly passages: readonly ChosenPassage[];
  /** The files that are not sent, because they failed verification. */
  readonly unverified: readonly ProjectFile[];
  /** True if not all passages that match the question fit the budget. */
  readonly isOverBudget: boolean;
}

const chosen = (passage: Passage, text: string): ChosenPassage => ({
  passage,
  sent: { source: placeInPrompt(passage), text },
});

function createReader(files: readonly ProjectFile[], openFiles: OpenFiles) {
  const failed = new Set<string>();
  return {
    /** Returns null if the text failed verification. The rest can still be sent. */
    read: (id: string) =>
      readProjectText(openFiles, id).catch((error: unknown) => {
        if (!isUnverified(error)) throw error;
        failed.add(id);
        return null;
      }),
    choice: (passages: readonly ChosenPassage[], isOverBudget = false): PassageChoice => ({
      passages,
      unverified: files.filter(({ id }) => failed.has(id)),
      isOverBudget,
    }),
  };
}

interface Search {
  readonly files: readonly ProjectFile[];
  readonly openFiles: OpenFiles;
  readonly projectId: string;
  readonly question: string;
  readonly budget: number;
  readonly reading: ContextReading | undefined;
}

async function searchFiles({
  files,
  openFiles,
  projectId,
  question,
  budget,
  reading,
}: Search): Promise<PassageChoice> {
  const { read, choice } = createReader(files, openFiles);
  if (files.length === 0) return choice([]);
  const finder = finderOf(await openFiles());
  const search = { projectId, files: files.map(({ id }) => id), question, most: maxPassages };
  const found = await finder.find(search, read, reading);
  const passages: ChosenPassage[] = [];
  let rest = budget;
  for (const { file: id, page, line, from, to } of found) {
    const file = files.find((each) => each.id === id);
    // oxlint-disable-next-line no-await-in-loop -- on this device since it was indexed
    const text = (await read(id))?.slice(from, to);
    if (!file || !text) continue;
    rest -= estimateTokens(text);
    if (rest < 0) return choice(passages, true);
    passages.push(chosen({ ...wholeFile(file), page, line, from, to }, text));
  }
  return choice(passages);
}

/**
 * Chooses which parts of a project's files are sent with a question: all of them if they are small, otherwise the
 * passages that fit the question best.
 *
 * @param budget see `filesBudget`
 */
export async function choosePassages(
  { client, store, files: openFiles }: PassageServices,
  projectId: string,
  question: string,
  budget: number,
  reading?: ContextReading,
): Promise<PassageChoice> {
  const files = await client.fetchQuery(projectFilesQuery(projectId, store, openFiles));
  if (tokensOf(files) > budget || files.length > maxWholeFiles)
    return searchFiles({ files, openFiles, projectId, question, budget, reading });
  const { read, choice } = createReader(files, openFiles);
  const texts = await Promise.all(files.map(({ id }) => read(id)));
  return choice(
    files.flatMap((file, index) => {
      const text = texts[index];
      return text ? [chosen(wholeFile(file), withoutBreaks(text))] : [];
    }),
  );
}

/** Finds the passages that match a question, even if the files are small enough to be sent whole. */
export async function findPassages(
  { client, store, files: openFiles }: PassageServices,
  projectId: string,
  question: string,
): Promise<PassageChoice> {
  const files = await client.fetchQuery(projectFilesQuery(projectId, store, openFiles));
  return searchFiles({ files, openFiles, projectId, question, budget: Infinity, reading: undefined });
}

import type { QueryClient } from '@tanstack/react-query';
import { pageBreak } from '../../../../../shared/passages/chunks.ts';
import { type SentPassage } from '../../../../../shared/passages/prompt.ts';
import { estimateTokens } from '../../../../../shared/domain/context-window.ts';
import { unitOf } from '../../attachments/file-facts.ts';
import type { OpenFiles } from '../../attachments/chat-files.ts';
import type { ChatStore } from '../../store/chat-store.ts';
import { finderOf } from './finder-of.ts';
import { type Passage, placeInPrompt, wholeFile } from './passage.ts';
import type { ProjectFile } from './project-file.ts';
import { projectFilesQuery, readProjectText } from './queries.ts';

/** Files are sent whole up to this number of tokens together. */
const maxTokens = 8_000;
/** Because each is named below the reply. */
const maxWholeFiles = 20;
/** The most passages of files that are not sent whole. */
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

/** With the numbers of the pages, so that the model can name them. */
function markPages(text: string, { media_type: mediaType }: ProjectFile): string {
  const unit = unitOf({ mediaType }).slice(0, -1);
  const pages = text.split(pageBreak);
  return pages.length < 2
    ? text
    : pages.map((page, index) => `[${unit} ${index + 1}]\n${page.trim()}`).join('\n\n');
}

const chosen = (passage: Passage, text: string): ChosenPassage => ({
  passage,
  sent: { source: placeInPrompt(passage), text },
});

/**
 * Chooses what is sent of a project's files with a question: all of them if they are small, otherwise the passages that
 * fit the question best.
 *
 * @param room how many tokens the model's context has besides the reply
 */
export async function choosePassages(
  { client, store, files: openFiles }: PassageServices,
  projectId: string,
  question: string,
  room: number,
): Promise<readonly ChosenPassage[]> {
  const files = await client.fetchQuery(projectFilesQuery(projectId, store));
  if (files.length === 0) return [];
  const budget = Math.min(maxTokens, room / 2);
  const tokens = files.reduce((sum, { characters }) => sum + Math.ceil(characters / 4), 0);
  if (tokens <= budget && files.length <= maxWholeFiles) {
    const texts = await Promise.all(files.map(({ id }) => readProjectText(openFiles, id)));
    return files.flatMap((file, index) => {
      const text = texts[index];
      return text ? [chosen(wholeFile(file), markPages(text, file))] : [];
    });
  }
  const finder = finderOf(await openFiles());
  const read = (id: string) => readProjectText(openFiles, id);
  const search = { projectId, files: files.map(({ id }) => id), question, most: maxPassages };
  const passages: ChosenPassage[] = [];
  let rest = budget;
  for (const { file: id, page, line, from, to } of await finder.find(search, read)) {
    const file = files.find((each) => each.id === id);
    // oxlint-disable-next-line no-await-in-loop -- on this device since it was indexed
    const text = (await read(id))?.slice(from, to);
    if (!file || !text) continue;
    rest -= estimateTokens(text);
    if (rest < 0) break;
    passages.push(chosen({ ...wholeFile(file), page, line, from, to }, text));
  }
  return passages;
}

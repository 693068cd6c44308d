import type { AttachedImage, Attachment } from '../attachment.ts';
import { readDraftFiles, writeDraftFiles } from '../draft-files.ts';
import { type AttachingEngine, keepFile } from '../keep-file.ts';
import { cleanFileName } from '../reading/file-name.ts';
import type { ReadDocument } from '../reading/read-file.ts';
import { joinParts } from '../reading/reading.ts';
import { FileRefused } from '../reading/refusal.ts';
import { readingTexts } from '../reading/texts.ts';
import { fileTexts } from '../texts.ts';
import { type RecognitionOptions, recognize } from './recognize.ts';
import { recognitionTexts as texts } from './texts.ts';

/**
 * Replaces an image of a draft, or all pages of a scan, with one document that contains their text. Returns its path,
 * or null if the draft no longer has the images. Throws in the same cases as `recognize`.
 */
export async function extractText(
  engine: AttachingEngine,
  draftKey: string,
  file: AttachedImage,
  options: RecognitionOptions,
): Promise<string | null> {
  const { drafts } = engine;
  const opened = await engine.files();
  const sources = sourcesOf(file, readDraftFiles(drafts, draftKey));
  const images = await Promise.all(
    sources.map(async (source) => {
      const image = await opened.readBlob(source);
      if (!image) throw new FileRefused(fileTexts.gone);
      return image;
    }),
  );
  const found = await recognize(images, options);
  const document = await keepFile(engine, crypto.randomUUID(), compose(sources, found));
  const files = readDraftFiles(drafts, draftKey);
  const isSource = ({ path }: Attachment) => sources.some((source) => source.path === path);
  const place = files.findIndex(isSource);
  if (options.signal.aborted || files.filter(isSource).length < sources.length) {
    await opened.forget([document]);
    return null;
  }
  writeDraftFiles(
    drafts,
    draftKey,
    files.flatMap((each, index) => (index === place ? [document] : isSource(each) ? [] : [each])),
  );
  await opened.forget(sources);
  return document.path;
}

/** Returns all pages of the image's scan in order, or only the image if it is not from a scan. */
function sourcesOf(file: AttachedImage, files: readonly Attachment[]): readonly AttachedImage[] {
  const { scan } = file;
  if (!scan) return [file];
  return files
    .filter((each) => each.kind === 'image')
    .filter((each) => each.scan?.id === scan.id)
    .toSorted((a, b) => (a.scan?.page ?? 0) - (b.scan?.page ?? 0));
}

/** Builds the document. Throws FileRefused if no text was found. The headings are in English, like those of PDFs. */
function compose(sources: readonly AttachedImage[], found: readonly string[]): ReadDocument {
  const [first] = sources;
  const isSingle = sources.length === 1;
  const parts = sources.flatMap(({ scan }, place) => {
    const text = found[place]?.trim() ?? '';
    const number = scan?.page ?? 1;
    return text === ''
      ? []
      : [{ number, name: null, text: isSingle ? text : `## Page ${number}\n\n${text}` }];
  });
  if (!first || parts.length === 0) throw new FileRefused(texts.noText);
  const text = joinParts(parts);
  const { name, pages } = first.scan ?? { name: first.name, pages: 1 };
  const last = sources.at(-1)?.scan?.page ?? 1;
  // The user may have removed other pages.
  const isBeginning = sources.length === last && last < pages;
  return {
    kind: 'document',
    name: cleanFileName(`${name.replace(/\.[^.]*$/, '')}.txt`),
    mediaType: 'text/plain',
    blob: new Blob([text], { type: 'text/plain' }),
    text,
    // The choice of pages allows numbers up to this one.
    pages: isSingle ? null : last,
    parts,
    notes: [texts.check, ...(isBeginning ? [readingTexts.notes.pages({ read: last, total: pages })] : [])],
  };
}

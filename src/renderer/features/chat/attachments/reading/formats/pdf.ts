import { getDocument, VerbosityLevel } from 'unpdf/pdfjs';
import { loadModule } from '../../../../../lib/load-module.ts';
import { readingLimits } from '../limits.ts';
import { renewMemoryBudget } from '../parts/memory-budget.ts';
import { TextOutput } from '../parts/text-output.ts';
import { Refusal } from '../refusal.ts';
import type { FormatReader } from '../reading.ts';

/** Only text is read. No fonts, images, scripts or forms are rendered or run, and nothing is requested. */
const options = {
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  maxImageSize: 0,
  verbosity: VerbosityLevel.ERRORS,
} as const;

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>;

/** Reads the text of each page, including filled form fields and comments. */
export const readPdf: FormatReader = async (file, onProgress, onPage) => {
  renewMemoryBudget();
  const data = new Uint8Array(await file.arrayBuffer());
  const document = await getDocument({ ...options, data }).promise.catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new Refusal(isLocked ? 'encrypted' : 'damaged', error);
  });
  const total = document.numPages;
  const count = Math.min(total, readingLimits.pages);
  const output = new TextOutput();
  const empty: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    onPage();
    const text = await textOfPage(document, number);
    if (text === null) empty.push(number);
    else {
      output.begin(number);
      output.add(total === 1 ? text : `## Page ${number}\n\n${text}\n\n`);
    }
    onProgress(number, count);
  }
  if (empty.length === count) {
    // Otherwise, the file would be in memory twice.
    await document.loadingTask.destroy();
    const { drawScan } = await loadModule(() => import('./pdf-scan.ts'));
    return drawScan(file, onProgress);
  }
  if (count < total) output.notes.push({ code: 'pages', read: count, total });
  if (empty.length > 0) output.notes.push({ code: 'pagesWithoutText', pages: listPages(empty) });
  return output.toReading(total);
};

/** Returns null if the page has no text, or is too damaged to read. */
async function textOfPage(document: PdfDocument, number: number): Promise<string | null> {
  try {
    renewMemoryBudget();
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const lines = linesOf(items).map(inReadingOrder).join('\n');
    const text = [lines, ...(await textsOfNotes(page))].filter((part) => part.trim() !== '').join('\n');
    page.cleanup();
    return text === '' ? null : text;
  } catch {
    return null;
  }
}

type TextContent = Awaited<ReturnType<Awaited<ReturnType<PdfDocument['getPage']>>['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;

function linesOf(items: TextContent['items']): TextItem[][] {
  const lines: TextItem[][] = [[]];
  for (const item of items) {
    if (!('str' in item)) continue;
    lines.at(-1)?.push(item);
    if (item.hasEOL) lines.push([]);
  }
  return lines;
}

/** Restores the order of right-to-left lines, whose words are often stored from left to right. */
function inReadingOrder(line: readonly TextItem[]): string {
  const rightToLeft = line.filter(({ dir }) => dir === 'rtl').length;
  const leftToRight = line.filter(({ dir, str }) => dir === 'ltr' && /\p{L}/u.test(str)).length;
  const x = ({ transform }: TextItem) => Number(transform[4]);
  const ordered = rightToLeft > leftToRight ? line.toSorted((one, other) => x(other) - x(one)) : line;
  return ordered.map(({ str }) => str).join('');
}

interface PageNote {
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
}

/** Returns filled form fields and comments, which are not part of the page's text. */
async function textsOfNotes(page: Awaited<ReturnType<PdfDocument['getPage']>>): Promise<string[]> {
  const notes = (await page.getAnnotations()) as PageNote[];
  return notes.flatMap(({ fieldName, fieldValue, contentsObj }) => {
    const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]) as unknown[];
    const value = values.filter((each) => typeof each === 'string' && each !== '').join(', ');
    if (value !== '' && value !== 'Off') return [`${fieldName || 'Field'}: ${value}`];
    return contentsObj?.str ? [`Comment: ${contentsObj.str}`] : [];
  });
}

/** Formats page numbers as `2, 4–6`, with at most ten ranges. */
function listPages(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const names = ranges.slice(0, 10).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return names.join(', ') + (ranges.length > 10 ? ', …' : '');
}

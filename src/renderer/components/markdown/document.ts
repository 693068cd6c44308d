import type { Token } from 'markdown-it';
import { isOpenFence, lineOffsets, topLevelBlocks, type TopLevelBlock } from './blocks.ts';
import { cutUnsafeEnd } from './growing.ts';
import { fenceLanguage, findFenceEnd, openFence, openFenceText, type OpenFence } from './fence.ts';
import { InlineCache } from './inline-cache.ts';
import { closeOpenMarks } from './open-marks.ts';
import { parseBlocks, type References } from './parser.ts';

/** A finished block keeps its identity, so that it is rendered once. An open block may still change. */
export type MarkdownBlock =
  | { readonly kind: 'tokens'; readonly tokens: readonly Token[]; readonly isOpen: boolean }
  | { readonly kind: 'code'; readonly language: string; readonly text: string; readonly isOpen: boolean }
  | { readonly kind: 'plain'; readonly text: string };

/**
 * In characters. An open block is parsed again for each delta, so longer blocks (except code) are shown as plain text.
 */
export const MAX_BLOCK_LENGTH = 64 * 1024;
/** In characters. The window's first length, doubled until it contains a whole block. */
const WINDOW_LENGTH = 8 * 1024;
/**
 * In characters. Longer paragraphs are shown as plain text, because malicious marks take up to 3.4 ms per 1,000
 * characters.
 */
const MAX_INLINE_LENGTH = 8 * 1024;
/** In tokens. Limits the number of elements: a malicious table of 100 kB would create 150,000. */
const MAX_BLOCK_TOKENS = 6_000;
const MAX_DOCUMENT_TOKENS = 30_000;
/** Parsing time in milliseconds per frame. Keeps a frame, including rendering, below 50 ms. */
const TIME_BUDGET = 25;
/** After a round of more than COSTLY_ROUND ms, parsing pauses for PAUSE_FACTOR times the round's duration. */
const COSTLY_ROUND = 5;
const PAUSE_FACTOR = 4;

/**
 * The text of one parser call, with its blocks. Ends with a full line, except at the end of the received
 * text.
 */
interface Piece {
  readonly text: string;
  readonly blocks: readonly TopLevelBlock[];
  readonly references: References;
  /** True if the piece reaches the end of the received text. */
  readonly isLast: boolean;
  /** True if the piece is the start of a block that is too long to parse. */
  readonly isPlain: boolean;
}

/**
 * Parses a growing Markdown text. Finished top-level blocks are parsed once; only the open block at the end
 * is parsed again. The result does not depend on how the text was split.
 *
 * A time budget limits the work: while `isPending`, call `update` again with the same text.
 */
export class MarkdownDocument {
  readonly #now: () => number;
  readonly #inlines = new InlineCache();
  #source = '';
  #finished: MarkdownBlock[] = [];
  #open: readonly MarkdownBlock[] = [];
  /** Offset of the first character that is not in `#finished`. */
  #openAt = 0;
  #fence: OpenFence | null = null;
  /** Link definitions before `#openAt`, or all of them once the text is complete. */
  #references: References = {};
  #openReferences: References = {};
  #areReferencesFinal = false;
  #tokenCount = 0;
  #restUntil = 0;
  #isPending = false;
  #inlinesParsed = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** True if the time budget was used up before the end of the text. */
  get isPending(): boolean {
    return this.#isPending;
  }

  /** @param isComplete true if no more text follows, so that link definitions apply to the whole text */
  update(text: string, isComplete: boolean): readonly MarkdownBlock[] {
    const source = normalize(text);
    if (!source.startsWith(this.#source)) this.#restart({});
    this.#source = source;
    const started = this.#now();
    this.#isPending = !isComplete && started < this.#restUntil;
    if (this.#isPending) return [...this.#finished, ...this.#open];
    this.#runRound(isComplete, started);
    // Definitions are usually at the end of the text, after their uses, so parse again with all of them.
    if (isComplete && !this.#isPending && !this.#areReferencesFinal) {
      const references = { ...this.#openReferences, ...this.#references };
      if (Object.keys(references).length > 0) {
        this.#restart(references);
        this.#runRound(isComplete, started);
      }
      this.#areReferencesFinal = true;
    }
    const cost = this.#now() - started;
    this.#restUntil = cost > COSTLY_ROUND ? started + cost * (1 + PAUSE_FACTOR) : 0;
    return [...this.#finished, ...this.#open];
  }

  #restart(references: References): void {
    this.#inlines.clear();
    this.#finished = [];
    this.#open = [];
    this.#openAt = 0;
    this.#fence = null;
    this.#references = references;
    this.#openReferences = {};
    this.#areReferencesFinal = false;
    this.#tokenCount = 0;
    this.#restUntil = 0;
  }

  #runRound(isComplete: boolean, started: number): void {
    this.#inlinesParsed = 0;
    this.#open = this.#advance(isComplete, started + TIME_BUDGET);
    this.#inlines.endRound(this.#isPending);
  }

  /** Returns the part of the text that may still change. */
  #advance(isComplete: boolean, deadline: number): readonly MarkdownBlock[] {
    for (;;) {
      if (this.#fence) {
        const end = findFenceEnd(this.#source, this.#fence, isComplete);
        const { language, contentStart } = this.#fence;
        if (!end) return [code(language, openFenceText(this.#source, this.#fence), !isComplete)];
        this.#finished.push(code(language, this.#source.slice(contentStart, end.textEnd)));
        this.#openAt = end.after;
        this.#fence = null;
      }
      if (this.#now() > deadline) return this.#pause();
      const piece = this.#nextPiece(isComplete);
      this.#openReferences = piece.references;
      if (piece.isPlain) {
        if (piece.isLast) return [{ kind: 'plain', text: piece.text }];
        this.#finish({ kind: 'plain', text: piece.text }, 0, this.#openAt + piece.text.length);
        continue;
      }
      const open = this.#takeBlocks(piece, deadline, !isComplete);
      if (open) return open;
    }
  }

  /** Pauses parsing. Until the next round, the unparsed text is shown as plain text. */
  #pause(): readonly MarkdownBlock[] {
    this.#isPending = true;
    const text = this.#source.slice(this.#openAt);
    return text.trim() === '' ? [] : [{ kind: 'plain', text }];
  }

  #finish(block: MarkdownBlock, tokens: number, end: number): void {
    this.#finished.push(block);
    this.#tokenCount += tokens;
    this.#openAt = end;
  }

  /** Returns the next piece: more than one block, or all remaining text. */
  #nextPiece(isComplete: boolean): Piece {
    for (let length = WINDOW_LENGTH; ; length *= 2) {
      const lineEnd = this.#source.indexOf('\n', this.#openAt + length);
      const isLast = lineEnd === -1;
      const arrived = this.#source.slice(this.#openAt, isLast ? this.#source.length : lineEnd + 1);
      const text = isLast && !isComplete ? cutUnsafeEnd(arrived) : arrived;
      const references = { ...this.#references };
      if (text.length > MAX_BLOCK_LENGTH) return { text, blocks: [], references, isLast, isPlain: true };
      const blocks = topLevelBlocks(parseBlocks(text, references, !isLast || !isComplete));
      const isPlain = (blocks[0]?.tokens.length ?? 0) > MAX_BLOCK_TOKENS;
      if (isLast || isPlain || blocks.length > 1 || isOpenFence(blocks.at(-1), text.split('\n')))
        return { text, blocks, references, isLast, isPlain };
    }
  }

  /** Returns the part of the piece that may still change, or null to continue with the next piece. */
  #takeBlocks(piece: Piece, deadline: number, isGrowing: boolean): readonly MarkdownBlock[] | null {
    const start = this.#openAt;
    const offsets = lineOffsets(piece.text);
    const offset = (line: number) => start + (offsets[Math.min(line, offsets.length - 1)] ?? 0);
    this.#inlines.useReferences(piece.references);
    const firstOpen = firstOpenBlock(piece, offsets);
    for (const block of piece.blocks.slice(0, firstOpen)) {
      const built = this.#build(block, piece, offsets, deadline, false);
      if (!built) return this.#pause();
      this.#finish(built, block.tokens.length, offset(block.to));
    }
    const last = piece.blocks.at(-1);
    const fence =
      last && isOpenFence(last, piece.text.split('\n')) ? openFence(this.#source, offset(last.from)) : null;
    if (last && fence) this.#openAt = offset(last.from);
    // Keeps only the definitions of finished blocks, because the others may still change.
    if (Object.keys(piece.references).length > 0)
      parseBlocks(this.#source.slice(start, this.#openAt), this.#references, false);
    this.#fence = fence;
    if (fence || !piece.isLast) return null;
    const open: MarkdownBlock[] = [];
    for (const block of piece.blocks.slice(firstOpen)) {
      const built = this.#build(block, piece, offsets, deadline, isGrowing);
      if (!built) return this.#pause();
      open.push(built);
    }
    return open;
  }

  /** Returns null if the time budget ran out. */
  #build(
    block: TopLevelBlock,
    piece: Piece,
    offsets: readonly number[],
    deadline: number,
    isOpen: boolean,
  ): MarkdownBlock | null {
    const first = block.tokens[0];
    if (first?.type === 'fence') return code(fenceLanguage(first.info), first.content, isOpen);
    if (
      block.tokens.length > MAX_BLOCK_TOKENS ||
      this.#tokenCount + block.tokens.length > MAX_DOCUMENT_TOKENS
    )
      return { kind: 'plain', text: piece.text.slice(offsets[block.from], offsets[block.to]) };
    const isLast = isOpen && block === piece.blocks.at(-1);
    const growing = isLast ? block.tokens.findLast(({ nesting }) => nesting !== -1) : undefined;
    for (const token of block.tokens) {
      if (token.type !== 'inline') continue;
      if (token.content.length > MAX_INLINE_LENGTH) {
        token.children = null;
        continue;
      }
      const content = token === growing ? closeOpenMarks(token.content) : token.content;
      if (!this.#inlines.has(content)) {
        // At least one paragraph is parsed per round, so that slow machines also finish.
        if (this.#inlinesParsed > 0 && this.#now() > deadline) return null;
        this.#inlinesParsed += 1;
      }
      token.children = this.#inlines.get(content, piece.references);
    }
    return { kind: 'tokens', tokens: block.tokens, isOpen };
  }
}

/**
 * Finds the first block that may still change: the last one that starts on a complete line. An incomplete
 * line may become anything: "2" is a paragraph, "2." continues the list before it.
 */
function firstOpenBlock({ text, blocks }: Piece, offsets: readonly number[]): number {
  const isLineEnded = ({ from }: TopLevelBlock) => from < offsets.length - 2 || text.endsWith('\n');
  return Math.max(0, blocks.findLastIndex(isLineEnded));
}

function code(language: string, text: string, isOpen = false): MarkdownBlock {
  return { kind: 'code', language, text: text.endsWith('\n') ? text.slice(0, -1) : text, isOpen };
}

/** Normalizes line breaks and NUL as the parser does, so that the parser's offsets fit the text. */
function normalize(text: string): string {
  return text.includes('\r') || text.includes('\0')
    ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '�')
    : text;
}

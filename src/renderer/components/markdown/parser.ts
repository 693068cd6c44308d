import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { externalUrl } from '../../../shared/domain/external-url.ts';
import { teachFormulas } from './formula/rules.ts';
import { ownImageId } from './image/own-image.ts';

/** Deeper nesting than this is shown flat: no person writes it, and hostile text must not reach the stack's end. */
const MAX_NESTING = 40;

const parser = new MarkdownIt({
  html: false,
  // Models break a line where they want one to be.
  breaks: true,
  linkify: true,
  maxNesting: MAX_NESTING,
});
// Only addresses with a written scheme become links: "next.js" and "e.g.so" are words.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// The parser leaves a refused link as the text it was written as.
parser.validateLink = (address) => externalUrl(address) !== null || ownImageId(address) !== null;
teachFormulas(parser);

/** Link definitions of a document: `[name]: address`. */
export type References = NonNullable<Env['references']>;

/**
 * The block tokens of a piece of source. Link definitions are no blocks: they are added to `references`, where the
 * first one of a name wins.
 *
 * @param isOpen more text may come right after this piece
 */
export function parseBlocks(source: string, references: References, isOpen: boolean): Token[] {
  const tokens: Token[] = [];
  parser.block.parse(source, parser, { references, isOpen }, tokens);
  return tokens.filter(({ type }) => type !== 'reference_definition');
}

/** The tokens of one paragraph's, heading's or cell's content. */
export function parseInline(content: string, references: References): Token[] {
  return parser.parseInline(content, { references })[0]?.children ?? [];
}

/** The whole of a document in one go: the reference that the incremental way is tested against. */
export function parseWhole(source: string): Token[] {
  return parser.parse(source, {});
}

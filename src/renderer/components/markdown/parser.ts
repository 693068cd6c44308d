import MarkdownIt, { type Env, type StateInline, type Token } from 'markdown-it';
import { externalUrl } from '../../../shared/domain/external-url.ts';
import { addFootnoteRules } from './footnote/rules.ts';
import { addFormulaRules } from './formula/rules.ts';
import { generatedImageId } from './image/generated-image.ts';

/** Deeper levels are flattened, because malicious text could otherwise overflow the stack. */
const MAX_NESTING = 40;

const parser = new MarkdownIt({
  html: false,
  // Models use single line breaks on purpose.
  breaks: true,
  linkify: true,
  maxNesting: MAX_NESTING,
});
// Only URLs with a scheme become links, not "next.js" or "e.g.so".
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Links with a refused URL stay text.
parser.validateLink = (address) => externalUrl(address) !== null || generatedImageId(address) !== null;
addFormulaRules(parser);
addFootnoteRules(parser);
parser.inline.ruler.at('newline', lineBreak);

/** Replaces the parser's own rule, which drops leading spaces, so that users' messages look as typed. */
function lineBreak(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== '\n') return false;
  if (!isSilent) {
    let end = state.pending.length;
    while (state.pending[end - 1] === ' ') end -= 1;
    state.pending = state.pending.slice(0, end);
    state.push('softbreak', 'br', 0);
  }
  state.pos += 1;
  return true;
}

/** Link definitions: `[name]: URL`. */
export type References = NonNullable<Env['references']>;

/**
 * Parses the text into blocks, and adds its link definitions to `references`. If a name is defined twice, the
 * first definition applies.
 *
 * @param isOpen true if more text may follow
 */
export function parseBlocks(source: string, references: References, isOpen: boolean): Token[] {
  const tokens: Token[] = [];
  parser.block.parse(source, parser, { references, isOpen }, tokens);
  return tokens.filter(({ type }) => type !== 'reference_definition');
}

export function parseInline(content: string, references: References): Token[] {
  return parser.parseInline(content, { references })[0]?.children ?? [];
}

/** Parses the whole text in one step. Tests compare the incremental parser with it. */
export function parseMarkdown(source: string): Token[] {
  return parser.parse(source, {});
}

import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** Short and without spaces, because a label becomes part of an element id. */
const label = String.raw`\[\^([^\s\[\]^]{1,64})\]`;
const definition = new RegExp(`^${label}:[ \\t]*(?=\\S)`);
const reference = new RegExp(`${label}(?!\\()`, 'y');
/** In characters. */
const MAX_DEFINITION_START = 80;

/**
 * Adds the footnote syntax: `[^1]` in the text and `[^1]: text` at the start of a line, continued by indented lines.
 */
export function addFootnoteRules(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference'] });
  parser.inline.ruler.before('link', 'footnote_reference', footnoteReference);
}

function footnote(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  if (state.level > 0 || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const end = state.eMarks[startLine] ?? start;
  const match = definition.exec(state.src.slice(start, Math.min(end, start + MAX_DEFINITION_START)));
  if (!match) return false;
  if (isSilent) return true;
  let next = startLine + 1;
  while (next < endLine && !state.isEmpty(next) && (state.sCount[next] ?? 0) >= 2) next += 1;
  const lines = state.getLines(startLine, next, 0, false).trimStart().slice(match[0].length);
  const open = state.push('footnote_open', 'p', 1);
  open.meta = { label: match[1] };
  open.map = [startLine, next];
  const text = state.push('inline', '', 0);
  text.content = lines.trim();
  text.map = [startLine, next];
  text.children = [];
  state.push('footnote_close', 'p', -1);
  state.line = next;
  return true;
}

function footnoteReference(state: StateInline, isSilent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos) || state.linkLevel > 0) return false;
  reference.lastIndex = state.pos;
  const match = reference.exec(state.src);
  if (!match || reference.lastIndex > state.posMax) return false;
  if (!isSilent) {
    const token = state.push('footnote_reference', '', 0);
    token.content = match[0];
    token.meta = { label: match[1] };
  }
  state.pos += match[0].length;
  return true;
}

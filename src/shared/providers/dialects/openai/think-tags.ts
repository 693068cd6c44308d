const tags = ['think', 'thinking'].map((name) => ({ open: `<${name}>`, close: `</${name}>` }));

/** The maximum amount of white space before the opening tag. After more, a tag is ordinary text. */
const maxBlankLength = 100;

interface Split {
  readonly text: string;
  readonly reasoning: string;
}

/** Returns the length of the text's end that may be the start of the tag. */
function partialLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (tag.startsWith(text.slice(-length))) return length;
  return 0;
}

/**
 * Separates the reasoning that many open models write between `<think>` and `</think>` at the beginning of their
 * answer, wherever the text is split. Tags elsewhere, e.g. in code, are text. The first closing tag ends the reasoning.
 */
export function createThinkSplitter() {
  let state: 'start' | 'reasoning' | 'blank' | 'text' = 'start';
  let close = '';
  let pending = '';

  function take(piece: string): Split {
    let rest = pending + piece;
    pending = '';
    if (state === 'start') {
      const word = rest.trimStart();
      const isNear = rest.length - word.length <= maxBlankLength;
      const tag = isNear ? tags.find(({ open }) => word.startsWith(open)) : undefined;
      if (tag) {
        state = 'reasoning';
        close = tag.close;
        rest = word.slice(tag.open.length);
      } else if (isNear && tags.some(({ open }) => open.startsWith(word))) {
        pending = rest;
        return { text: '', reasoning: '' };
      } else state = 'text';
    }
    let reasoning = '';
    if (state === 'reasoning') {
      const end = rest.indexOf(close);
      const length = end === -1 ? rest.length - partialLength(rest, close) : end;
      reasoning = rest.slice(0, length);
      if (end === -1) {
        pending = rest.slice(length);
        return { text: '', reasoning };
      }
      rest = rest.slice(end + close.length);
      state = 'blank';
    }
    // The blank lines between reasoning and answer belong to neither.
    if (state === 'blank') rest = rest.trimStart();
    if (rest !== '') state = 'text';
    return { text: rest, reasoning };
  }

  return {
    take,
    /**
     * Returns the buffered text, at the end of the reply or once the vendor separates the reasoning itself. Later text
     * is ordinary text.
     */
    end: (): Split => {
      const heldText = pending;
      pending = '';
      const isReasoning = state === 'reasoning';
      state = 'text';
      return isReasoning ? { text: '', reasoning: heldText } : { text: heldText, reasoning: '' };
    },
  };
}

/** Shorter texts in quotation marks are names and terms, not quotations. */
const fewestWords = 5;

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/gu;

/** Counts two characters of a script without spaces as a word. */
const countWords = (text: string): number =>
  (text.replace(dense, ' ').match(/[\p{L}\p{N}'’-]+/gu)?.length ?? 0) +
  Math.floor((text.match(dense)?.length ?? 0) / 2);

// Typed texts often close “ or „ with a straight quotation mark.
const quotationPattern =
  /“([^“”]+)”|“([^“”"]+)"|„([^„“”"]+)"|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|"([^"“”„]+)"/gu;

/** Normalizes a text for comparison, because white space, quotation marks and dashes have many forms. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[“”„‟«»「」『』″]/gu, '"')
    .replace(/[‘’‚‛′`´]/gu, "'")
    .replace(/[‐‑‒–—―−]/gu, '-')
    .replace(/\s+/gu, ' ')
    .replace(
      /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu,
      '',
    )
    .trim();
}

/** Removes Markdown's formatting. Each pattern takes linear time, because a source may be one long line. */
const withoutFormatting = (markdown: string): string =>
  markdown
    .replace(/(?<!`)(`+)([^`\n]+)\1/gu, '$2')
    .replace(/!?\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/gu, '$1')
    .replace(/\*+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');

/** Joins words that were hyphenated at the end of a line. */
const withJoinedWords = (source: string): string =>
  source.replace(/(\p{L})[-‐\u00ad][^\S\n]*\n\s*(?=\p{Ll})/gu, '$1');

/** Returns the forms of a source that a model may have quoted: with and without formatting and hyphenation. */
function formsOf(source: string): string[] {
  const plain = withoutFormatting(source.replace(/^[ \t>]*>/gmu, ''));
  const forms = new Set([source, plain].flatMap((text) => [text, withJoinedWords(text)]));
  return [...forms].map(normalize);
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character) && character.match(dense) === null;

/** Returns the end positions of all occurrences of a piece as whole words. */
function endsOfPiece(text: string, piece: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    const end = at + piece.length;
    const cutsBefore = isLetter(piece[0]) && isLetter(text[at - 1]);
    const cutsAfter = isLetter(piece.at(-1)) && isLetter(text[end]);
    if (!cutsBefore && !cutsAfter) ends.push(end);
  }
  return ends;
}

/**
 * Returns the pieces of a quotation between its omissions, […] or [...]. Removes punctuation at their ends, because it
 * may belong to the surrounding sentence.
 */
const piecesOf = (quotation: string): string[] =>
  normalize(quotation)
    .split(/\[\s*\.\.\.\s*\]/u)
    .map((piece) => piece.replace(/^[\s"'.,;:!?、。，！？]+|[\s"'.,;:!?、。，！？]+$/gu, ''))
    .filter((piece) => piece !== '');

/** The maximum length of an omission, in characters. A longer one could change the meaning. */
const longestOmission = 300;
/** Shorter pieces are refused, because they occur in many texts. */
const fewestWordsOfPiece = 3;

/** Returns whether the text contains the pieces in order, each close to the previous one. */
function contains(source: string, [first = '', ...others]: readonly string[]): boolean {
  let ends = endsOfPiece(source, first);
  for (const piece of others) {
    if (ends.length === 0) return false;
    let before = 0;
    ends = endsOfPiece(source, piece).filter((end) => {
      const start = end - piece.length;
      while ((ends[before + 1] ?? Number.POSITIVE_INFINITY) <= start) before += 1;
      const last = ends[before] ?? 0;
      return last <= start && start <= last + longestOmission;
    });
  }
  return ends.length > 0;
}

const hasShortPiece = (pieces: readonly string[]): boolean =>
  pieces.length > 1 && pieces.some((piece) => countWords(piece) < fewestWordsOfPiece);

const marks = '“”„«»「」『』"';
const firstMask = 0xe000;
/** Hides quotation marks in code, which don't mark a quotation but may be part of one. */
const maskMarks = (code: string): string =>
  code.replace(/[“”„«»「」『』"]/gu, (mark) => String.fromCharCode(firstMask + marks.indexOf(mark)));
const unmaskMarks = (text: string): string =>
  text.replace(/[\ue000-\ue009]/gu, (mask) => marks.charAt(mask.charCodeAt(0) - firstMask));

/** Returns the text of a reply without code blocks and formatting. */
const proseOf = (reply: string): string =>
  withoutFormatting(
    reply
      .replace(/^( {0,3})(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\2.*$|$(?![\s\S]))/gmu, '')
      .replace(/`[^`\n]+`/gu, maskMarks),
  );

/** Returns the quotations in a reply, in order: block quotes and texts in quotation marks. */
export function quotationsIn(markdown: string): string[] {
  const quotations: string[] = [];
  for (const paragraph of proseOf(markdown).split(/\n\s*\n/u)) {
    const lines = paragraph.split('\n');
    const block = lines.filter((line) => /^\s{0,3}>/u.test(line)).map((line) => line.replace(/^[\s>]+/u, ''));
    // An alert, `> [!NOTE]`, is not a quotation.
    if (/^\[!\w+\]/u.test(block[0] ?? '')) block.length = 0;
    // A line that starts with a dash names the source.
    const blockText = block.filter((line) => !/^[—–―-]\s?/u.test(line)).join('\n');
    const otherLines = lines.filter((line) => !/^\s{0,3}>/u.test(line)).join('\n');
    const inBlock = [...blockText.matchAll(quotationPattern)].map(
      (match) => match.slice(1).find(Boolean) ?? '',
    );
    // A block quote may consist of a quotation in quotation marks and its source.
    if (inBlock.some((text) => countWords(text) >= fewestWords)) quotations.push(...inBlock);
    else quotations.push(blockText);
    for (const match of otherLines.matchAll(quotationPattern))
      quotations.push(match.slice(1).find(Boolean) ?? '');
  }
  return quotations.map((text) => unmaskMarks(text).trim()).filter((text) => countWords(text) >= fewestWords);
}

/** Returns the quotations in a reply that no source contains word for word. */
export function falseQuotations(markdown: string, sources: readonly string[]): string[] {
  const quotations = quotationsIn(markdown);
  if (quotations.length === 0) return [];
  const texts = sources.flatMap(formsOf);
  return quotations.filter((quotation) => {
    const pieces = piecesOf(quotation);
    if (pieces.length === 0) return false;
    return hasShortPiece(pieces) || !texts.some((text) => contains(text, pieces));
  });
}

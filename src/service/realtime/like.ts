type Token =
  { readonly kind: 'any' } | { readonly kind: 'one' } | { readonly kind: 'text'; readonly text: string };

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  let escaped = false;
  for (const character of pattern) {
    if (escaped || !['\\', '%', '_'].includes(character)) tokens.push({ kind: 'text', text: character });
    else if (character === '%') tokens.push({ kind: 'any' });
    else if (character === '_') tokens.push({ kind: 'one' });
    escaped = !escaped && character === '\\';
  }
  return tokens;
}

/**
 * Matches as SQL's LIKE does: `%` any text, `_` one character, a backslash takes the next character as it is.
 *
 * Not a regular expression, because those can take exponential time on a hostile pattern; this one goes back only to
 * the last `%`, so it costs at most text times pattern.
 */
export function isLike(text: string, pattern: string): boolean {
  const characters = Array.from(text);
  const tokens = tokensOf(pattern);
  let at = 0;
  let token = 0;
  let retry: { token: number; at: number } | null = null;
  while (at < characters.length) {
    const wanted = tokens[token];
    if (wanted?.kind === 'any') {
      retry = { token: token + 1, at };
      token += 1;
    } else if (wanted && (wanted.kind === 'one' || wanted.text === characters[at])) {
      token += 1;
      at += 1;
    } else if (retry) {
      retry.at += 1;
      ({ token, at } = retry);
    } else {
      return false;
    }
  }
  return tokens.slice(token).every(({ kind }) => kind === 'any');
}

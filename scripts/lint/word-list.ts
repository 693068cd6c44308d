// Signs of old-fashioned or translated-sounding English, with better words. Only a safety net: a text without hits
// may still be unclear. docs/GLOSSARY.md explains the terms.

interface Sign {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Creates a sign for a phrase in any case, even across line breaks. `instead` is the suggestion. */
const phrase = (source: string, instead: string): Sign => ({
  pattern: new RegExp(source.replaceAll(' ', '\\s+'), 'gi'),
  instead,
});

const signs: readonly Sign[] = [
  // Old words and constructions
  phrase(String.raw`\banew\b`, 'again, re-'),
  phrase(String.raw`\bwhoe?ver|\bwhomever\b`, 'if someone, anyone who'),
  phrase(String.raw`\bnobody\b`, 'no one, or say who cannot'),
  phrase(String.raw`\b(?:some|every|any)body\b`, 'someone, everyone, anyone'),
  phrase(String.raw`\bof (?:its|their|his|your|my|our|ones?'?s?) own\b`, 'own, separate'),
  phrase(String.raw`\b(?:go|goes|went|gone|going) on\b`, 'continue, happen'),
  phrase(String.raw`\bleads? (?:on|to no|nowhere)\b`, 'goes to, does not exist'),
  phrase(
    String.raw`\bstands? (?:on|in|at|beside|behind|above|below|before|between|here|there|alone|first|last|around|open|still|so)\b`,
    'is',
  ),
  phrase(String.raw`\bas it stands\b`, 'as it is'),
  phrase(String.raw`\btold\b`, 'notified, reported, shown'),
  phrase(String.raw`\btells\b`, 'reports, shows, says'),
  phrase(String.raw`\b(?:is|are|was|were|be|been|being) asked\b`, 'is requested, is queried'),
  phrase(String.raw`\bholds\b(?! (?:\w+ ){0,3}locks?\b)(?! down\b)`, 'contains, has'),
  phrase(String.raw`\bowe[sd]?\b`, 'session requirement, must still'),
  phrase(String.raw`\bno news\b`, 'ignored, unchanged'),
  phrase(String.raw`\bthere no more\b`, 'no longer exists'),
  phrase(String.raw`\bno more (?:than that|there)\b`, 'no longer'),
  phrase(String.raw`\bnot (?:\w+ ){0,3}any ?more\b|\bthere any ?more\b`, 'no longer'),
  phrase(String.raw`\bwhat is no\b`, 'anything that is not'),
  phrase(String.raw`\bway round\b`, 'workaround, bypass, the reverse'),
  phrase(String.raw`\bby (?:a slip|mischance)\b`, 'by mistake'),
  phrase(
    String.raw`(?<!\b(?:all|both|two|three|four|five|ten|many|several|more|most|much|everything|everyone|them|\d+)(?:\s+\w+){0,2}\s)(?<!\d)\bat once\b`,
    'immediately',
  ),
  phrase(String.raw`\bhas it that\b`, 'says'),
  phrase(
    String.raw`\bin (?:the place|place|the stead|stead) of\b|\bin (?:its|their|his) stead\b`,
    'instead of',
  ),
  phrase(String.raw`\bfor good\b(?! (?:reason|measure))`, 'permanently'),
  phrase(String.raw`\b(?:he|him|his|himself|she|herself)\b`, 'they, them, their'),
  phrase(
    String.raw`\b(?:thereof|therein|thereby|whereby|hitherto|hence|thence|whence|thereupon|albeit)\b`,
    'plain words',
  ),
  phrase(String.raw`\b(?:once )?upon\b(?! a time)`, 'on, when'),
  phrase(String.raw`\bin (?:vain|wait)\b`, 'without effect, waiting'),
  phrase(
    String.raw`\b(?:lie|lies|lay|lain) (?:in|on|at|beside|below|above|behind|under|with|around|outside|inside|between)\b`,
    'is',
  ),
  phrase(String.raw`\b(?:take|takes|took|taken) \w+(?: \w+)? along\b`, 'includes, also moves'),
  phrase(String.raw`\bgo(?:es)? along with (?:it|them)\b`, 'is deleted too, is sent too'),
  phrase(String.raw`\b(?:is|was|are) at it\b|\bone is at\b`, 'is running, current'),
  phrase(String.raw`\b(?:has|have|had) died\b|\bdie[sd]? over\b`, 'crashed'),
  phrase(String.raw`\b(?:give|gives|gave) way\b`, 'is overwritten, yields'),
  phrase(String.raw`\bthe whole of\b`, 'the whole, all of'),
  phrase(String.raw`\bwithout an end\b`, 'no end date'),
  phrase(String.raw`\bis good for\b`, 'is valid for, is used for'),
  phrase(String.raw`\bnone (?:may|can) (?:be )?(?:let|told)`, 'no one can'),
  phrase(String.raw`\bso much as\b|\bas good as\b`, 'even, almost'),
  phrase(String.raw`\bmost of all\b|\bby no means\b|\bnone the less\b|\bnonetheless\b`, 'mainly, not, still'),
  phrase(String.raw`\bbe it\b|\blest\b|\bsave for\b|\bbut for\b`, 'whether, otherwise, except'),
  phrase(String.raw`\bto and fro\b|\bby and by\b|\bof old\b|\bof late\b`, 'plain words'),
  phrase(String.raw`\bmade up of\b|\bis to be (?:had|read|found|seen)\b`, 'consists of, can be'),
  phrase(String.raw`\bcomes? (?:to pass|into being|of it)\b`, 'happens, is created'),
  phrase(String.raw`\bhas no say\b|\bhas its say\b`, 'does not decide'),
  phrase(String.raw`\b(?:knows|knew|know|known) nothing of\b|\bknows of\b`, 'does not depend on, knows'),
  phrase(String.raw`\bspeaks? of\b`, 'mentions, names'),
  phrase(String.raw`\bwrit(?:ten|es) down\b`, 'saved, logged'),
  phrase(String.raw`\bas if (?:nothing|it) (?:had|was) (?:been|happened)\b`, 'unchanged'),
  phrase(String.raw`\bforsakes?|\bbehold|\bsundry|\bnaught\b|\bamid\b|\bbetwixt|\bwherewith`, 'plain words'),
  phrase(String.raw`\btoo many a\b|\bmany a\b`, 'many'),
  phrase(String.raw`\bbecomes of\b`, 'happens to'),
  phrase(String.raw`\b(?:characters|bytes) long at most\b`, 'can have at most'),
  phrase(String.raw`\b(?:is|are|was|were) (?:none|no one) (?:else|other)`, 'only'),
  phrase(String.raw`\bless and less\b`, 'at growing intervals'),
  phrase(String.raw`\blets? go of\b`, 'releases, removes'),
  phrase(String.raw`\btakes? an? \w+ for one\b`, 'treats as'),
  phrase(String.raw`\b(?:is|are) gone with (?:the|its|their)\b`, 'is lost when'),
  // Figures of speech that the glossary replaces
  phrase(String.raw`\b(?:un|re)?seal(?:s|ed|ing|er)?\b`, 'encrypt, decrypt'),
  phrase(String.raw`\bstand(?:s|ing)?[- ]in(?:s)?\b`, 'failover vendor; in tests: fake'),
  phrase(String.raw`\btall(?:y|ies|ied)\b`, 'counter'),
  phrase(String.raw`(?<!long[- ])\bstanding\b`, 'account access'),
  phrase(String.raw`\bdepartures?\b`, 'outgoing requests'),
  { pattern: /\b[Dd]esks?\b/g, instead: 'app shell' },
  phrase(String.raw`\bguesses\b(?! (?:at|the|a|it)\b)`, 'failed attempts'),
  // The golden files of the provider tests have such names.
  phrase(String.raw`\bwhole-\w+(?![\w-]*\.http)`, 'full-, complete'),
  phrase(String.raw`\btroubles\b`, 'errors, problems'),
  // The product writes American English.
  phrase(
    String.raw`behaviour|colour|neighbour|catalogue|\bcentre\b|\blicence\b|normalis|summaris|recognis|\banalys(?:e|ed|ing)\b|labelled(?!by)|enrol(?!l)|\btowards\b`,
    'American spelling',
  ),
  // Phrases for people, used for programs
  phrase(String.raw`\b(?:service|database|server|vendor) (?:is|was|are|were) away\b`, 'unavailable'),
  phrase(String.raw`\bany more\b`, 'no longer'),
  phrase(String.raw`\bheld back\b`, 'withheld, delayed'),
  phrase(String.raw`\b(?:brings?|bringing|brought) back\b`, 'restore'),
  phrase(String.raw`\bunder way\b`, 'in progress'),
  phrase(String.raw`\basked again\b`, 'requested again'),
  phrase(String.raw`\bgo(?:es)? (?:upstream|straight|home|nowhere)\b`, 'be sent, lead to, open'),
  phrase(String.raw`\bgives? (?:its|the|their) text back\b`, 'restore'),
  phrase(String.raw`\bwhat is known about\b`, 'facts, details'),
  phrase(String.raw`\bthe account page\b`, 'the settings'),
  // One word for one thing
  phrase(String.raw`\bpictures? of the (?:product|chat|app)\b`, 'screenshot, drawing'),
  phrase(String.raw`(?<!\.)\bmails (?:are|is|wait|appear|arrive)\b`, 'emails'),
  phrase(
    String.raw`\b(?:a new|their|the user's|the vendor's|the service's|at an) address(?:es)?\b`,
    'email, URL or IP address',
  ),
  phrase(String.raw`\bin (?:the|your|their) settings, under\b`, 'in Settings, under'),
  phrase(String.raw`\bconnection and try again\b`, 'connection, then try again'),
  phrase(String.raw`\banother way to unlock\b`, 'another unlock method'),
  phrase(String.raw`\b(?:contact|tell) the (?:administrator|operator)\b`, 'contact your administrator'),
  phrase(String.raw`\bcharacters too (?:long|many)\b`, '{used} of {max} characters'),
  { pattern: /'Try again'/g, instead: 'Retry, for a button' },
  { pattern: /'No (?!chats )\w+ match(?:es)?\b[^'\n]*'/g, instead: 'No matching …' },
  // Bare participles as names
  phrase(
    String.raw`\b(?:const|let|var|function) (?:asked|told|kept|held|owed|begun|given|taken|made|gone|said|heard|meant|brought|wanted)\b`,
    'a noun or a verb',
  ),
];

/** Texts that the requirements fix word for word, and names from outside. `file` is a prefix of the path. */
const allowed: readonly { readonly file: string; readonly text: string }[] = [
  // These names are stored or sent, so they can't change.
  // The name that RFC 9180 and its library use.
  { file: 'src/shared/vault/envelope.ts', text: 'suite.Seal(' },
  { file: 'e2e/web/own-keys.spec.ts', text: 'sealed: {' },
  { file: 'e2e/web/own-keys.spec.ts', text: 'sealed;' },
  { file: 'src/renderer/platform/own-keys/', text: 'sealed' },
];

export interface Hit {
  readonly line: number;
  readonly text: string;
  readonly instead: string;
}

/** Finds the signs in a text, line by line. Comment marks count as spaces, so that a phrase may wrap. */
export function findSigns(file: string, source: string): Hit[] {
  const text = source.replaceAll(
    /\n[ \t]*(?:\/\/+|\/?\*+|--|#|>)/g,
    (lead) => `\n${' '.repeat(lead.length - 1)}`,
  );
  const hits = signs.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((match) => ({
      index: match.index,
      text: match[0].replaceAll(/\s+/g, ' '),
      instead,
    })),
  );
  const lines = text.split('\n');
  return hits
    .map(({ index, ...hit }) => ({ ...hit, line: text.slice(0, index).split('\n').length }))
    .filter(
      ({ line }) =>
        !allowed.some((entry) => file.startsWith(entry.file) && lines[line - 1]?.includes(entry.text)),
    )
    .toSorted((one, other) => one.line - other.line);
}

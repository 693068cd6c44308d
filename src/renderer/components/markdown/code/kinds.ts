/** Parts of code that have a separate color. */
export const kinds = [
  'comment',
  'keyword',
  'string',
  'number',
  'title',
  'type',
  'name',
  'meta',
  'addition',
  'deletion',
] as const;
export type Kind = (typeof kinds)[number];

/** Pairs of a length and a kind (its index in `kinds`, or -1 for plain) that cover the whole text. */
export type Runs = readonly number[];

const kindOfScope: Readonly<Record<string, Kind>> = {
  comment: 'comment',
  quote: 'comment',
  doctag: 'keyword',
  keyword: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  'template-tag': 'keyword',
  section: 'title',
  string: 'string',
  regexp: 'string',
  char: 'string',
  code: 'string',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  title: 'title',
  'selector-id': 'title',
  'selector-class': 'title',
  type: 'type',
  built_in: 'type',
  class: 'type',
  name: 'keyword',
  tag: 'meta',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  variable: 'name',
  'template-variable': 'name',
  'selector-attr': 'name',
  'selector-pseudo': 'name',
  meta: 'meta',
  link: 'string',
  addition: 'addition',
  deletion: 'deletion',
};

/** Accepts highlight.js scopes such as `title.function`. Returns -1 if the scope has no color. */
export function kindOf(scope: string): number {
  if (scope === 'params' || scope === 'subst') return -1;
  if (scope.startsWith('title.class')) return kinds.indexOf('type');
  const kind = kindOfScope[scope.split('.', 1)[0] ?? ''];
  return kind ? kinds.indexOf(kind) : -1;
}

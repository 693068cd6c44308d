/** Parts of code that have a separate color. */
export const codeKinds = [
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
export type CodeKind = (typeof codeKinds)[number];

/** Pairs of a length and a kind (its index in `codeKinds`, or -1 for plain) that cover the whole text. */
export type CodeRuns = readonly number[];

const kindOfScope: Readonly<Record<string, CodeKind>> = {
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
  if (scope.startsWith('title.class')) return codeKinds.indexOf('type');
  const kind = kindOfScope[scope.split('.', 1)[0] ?? ''];
  return kind ? codeKinds.indexOf(kind) : -1;
}

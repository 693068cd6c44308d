/** A column, or a value inside its json: `facts->by->>name`. */
export interface Field {
  readonly column: string;
  readonly steps: readonly JsonStep[];
}

export interface JsonStep {
  readonly arrow: '->' | '->>';
  readonly key: string;
}

/** Operators that take `(any)` or `(all)`. */
export const operatorsWithQuantifier = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const;
export const searchOperators = ['fts', 'plfts', 'phfts', 'wfts'] as const;
export const operators = [
  ...operatorsWithQuantifier,
  ...searchOperators,
  ...(['neq', 'isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'in', 'is'] as const),
] as const;
export type Operator = (typeof operators)[number];

export interface Condition {
  readonly kind: 'condition';
  readonly field: Field;
  readonly negated: boolean;
  readonly operator: Operator;
  /** `any` in `eq(any)`; null if there is no quantifier. */
  readonly quantifier: 'any' | 'all' | null;
  /** `english` in `fts(english)`; null if there is no language. */
  readonly language: string | null;
  /** Several values for `in`, otherwise one. */
  readonly values: readonly string[];
}

export interface FilterGroup {
  readonly kind: 'group';
  readonly joiner: 'and' | 'or';
  readonly negated: boolean;
  readonly filters: readonly Filter[];
}

export type Filter = Condition | FilterGroup;

export interface OrderTerm {
  /** For `order=author(name)`, the embed that has the column; null for the table itself. */
  readonly relation: string | null;
  readonly field: Field;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | null;
}

export interface SelectedColumn {
  readonly kind: 'column';
  readonly field: Field;
  readonly cast: string | null;
  readonly alias: string | null;
}

export interface SelectedAll {
  readonly kind: 'all';
}

/** Rows of a related table inside each row: `author:people!author_id(name)`. */
export interface Embed {
  readonly kind: 'embed';
  readonly target: string;
  readonly hint: string | null;
  readonly isInner: boolean;
  /** Whether the columns are part of the row itself, as with `...author(name)`. */
  readonly isSpread: boolean;
  readonly alias: string | null;
  readonly selection: Selection;
}

export type SelectItem = SelectedColumn | SelectedAll | Embed;

/** What to read from one table. A parameter such as `author.order` applies to the selection of its embed. */
export interface Selection {
  readonly items: SelectItem[];
  readonly filters: Filter[];
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number;
}

export interface Query {
  readonly selection: Selection;
  /** `columns`: the columns that a write takes from its body. */
  readonly columns: readonly string[] | null;
  /** `on_conflict`: the unique columns of an upsert. */
  readonly conflictColumns: readonly string[] | null;
  /** Arguments of a function that is called with GET. */
  readonly arguments: readonly (readonly [name: string, value: string])[];
}

/** Returns the name of an embed in its row and in parameters. */
export const embedName = ({ alias, target }: Embed): string => alias ?? target;

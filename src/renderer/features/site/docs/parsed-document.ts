/** An element (its name, attributes and children) or text. */
export type DocumentNode =
  | string
  | readonly [name: string, attributes: Readonly<Record<string, string>>, ...children: DocumentNode[]];

export interface Heading {
  /** Used as the anchor. */
  readonly id: string;
  readonly title: string;
  readonly level: number;
}

/** The text below one heading, for the search. */
export interface DocumentSection {
  /** Empty before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A file in `docs/`, parsed at build time (vite.docs.ts). */
export interface ParsedDocument {
  readonly nodes: readonly DocumentNode[];
  readonly headings: readonly Heading[];
  readonly sections: readonly DocumentSection[];
}

/** A model as the selector shows it [MODEL-005]. */
export interface ModelEntry {
  /** The provider's identifier. */
  readonly id: string;
  readonly name: string;
  /** A short code of one to three letters. */
  readonly icon: string;
  readonly size: string;
  readonly description: readonly string[];
  readonly isNew: boolean;
  readonly isPro: boolean;
  readonly isBeta: boolean;
  readonly isDefault: boolean;
  readonly supportsImages: boolean;
  /** In tokens, where the vendor tells it. */
  readonly contextLength: number | null;
  /** Neither the service nor this product knows anything about it: it is asked with the default parameters [MODEL-027]. */
  readonly isUnknown?: boolean;
}

/** Two letters of a name for a model whose list gives none. */
export function iconOf(name: string): string {
  const words = name.split(/[\s\-_/.]+/).filter(Boolean);
  return ((words[0]?.[0] ?? '') + (words[1]?.[0] ?? words[0]?.[1] ?? '')).toUpperCase();
}

/** A model of which nothing but the identifier is known. */
export const plainEntry = (id: string, name = id): ModelEntry => ({
  id,
  name,
  icon: iconOf(name),
  size: '',
  description: [],
  isNew: false,
  isPro: false,
  isBeta: false,
  isDefault: false,
  supportsImages: false,
  contextLength: null,
  isUnknown: true,
});

import type { ModelPrice } from '../../lib/model-choice.ts';

export interface ModelEntry {
  readonly id: string;
  readonly name: string;
  /** A short code that an administrator entered. Often empty. */
  readonly icon: string;
  readonly size: string;
  readonly description: readonly string[];
  readonly isNew: boolean;
  readonly isPro: boolean;
  readonly isBeta: boolean;
  readonly isDefault: boolean;
  /** Null if unknown. */
  readonly supportsImages: boolean | null;
  /** In tokens. Null if unknown. */
  readonly contextLength: number | null;
  /** Maximum tokens of a reply. Absent if unknown. */
  readonly maxOutput?: number;
  readonly supportsTools?: boolean;
  readonly isReasoning?: boolean;
  /** In dollars per million tokens. Absent if unknown. */
  readonly price?: ModelPrice;
  /**
   * True if neither the service nor the app has details about the model. It then uses the default parameters
   * [MODEL-027].
   */
  readonly isUnknown?: boolean;
}

/** Makes a name from an identifier: `meta-llama/Llama-3-8B` becomes "Llama 3 8B". */
export function readableName(id: string): string {
  const words = id
    .slice(id.lastIndexOf('/') + 1)
    .replace(/\b(\d{4})-(\d\d)-(\d\d)\b/, '($1/$2/$3)')
    .split(/[\s\-_:]+/)
    .filter(Boolean)
    .map(capitalize);
  return (
    words
      .join(' ')
      .replace(/^GPT /, 'GPT-')
      .replaceAll(/(?<=\d)\/(?=\d)/g, '-') || id
  );
}

/** Capitalizes the first letter. Writes words such as GPT, VL, 8B and 8x22B in capitals. */
const capitalize = (word: string): string =>
  /^(?:gpt|vl|[\d.x]+b)$/i.test(word)
    ? word.toUpperCase().replace('X', 'x')
    : word.charAt(0).toUpperCase() + word.slice(1);

/** Prefers the given name, unless it only repeats the identifier. */
export const nameAndDescription = (id: string, name: string): Pick<ModelEntry, 'name' | 'description'> =>
  name === '' || name === id
    ? { name: readableName(id), description: readableName(id) === id ? [] : [id] }
    : { name, description: [] };

export function plainEntry(id: string, givenName = ''): ModelEntry {
  const { name, description } = nameAndDescription(id, givenName);
  return {
    id,
    name,
    icon: '',
    size: '',
    description,
    isNew: false,
    isPro: false,
    isBeta: false,
    isDefault: false,
    supportsImages: null,
    contextLength: null,
    isUnknown: true,
  };
}

type Value = string | number;
type Values = Readonly<Record<string, Value>>;

/** The names in braces: 'from' and 'to' of 'Moved {from} to {to}'. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type StringsIn<Part> = Part extends string ? Part : StringsIn<Part[keyof Part]>;
type ValuesOf<Part> = { readonly [Name in NamesIn<StringsIn<Part>>]: Value };

/** A single text, or several that belong together, e.g. a toast's title and message. */
type Phrase = string | { readonly [key: string]: string };

declare const template: unique symbol;
/** A text with parameters. `texts` turns it into a function. */
interface Template<Input, Result> {
  readonly [template]: (values: Input) => Result;
}

interface Group {
  readonly [key: string]: Part;
}
type Part = string | number | boolean | Template<never, unknown> | readonly Part[] | Group;

/** A toast's variant is a code, not a text. */
const code = 'variant';

type Texts<Base> =
  Base extends Template<infer Input, infer Result>
    ? (values: Input) => Result
    : Base extends string
      ? string
      : Base extends object
        ? { readonly [Key in keyof Base]: Key extends typeof code ? Base[Key] : Texts<Base[Key]> }
        : Base;

/** The template format that `@nanostores/i18n` expects. */
interface Transform {
  readonly input: unknown;
  readonly transform: (language: string, input: never, values: readonly [never]) => unknown;
}
/** A catalog's texts by their path in it, such as `columns.name`. */
export type Messages = Record<string, string | Transform>;

function fill(language: string, phrase: Phrase, values: Values): Phrase {
  if (typeof phrase !== 'string') {
    const entries = Object.entries(phrase).map(([key, text]) => [key, fill(language, text, values)]);
    return Object.fromEntries(entries) as Phrase;
  }
  return phrase.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : (value ?? placeholder);
  });
}

/** Formats numbers in the parameters: `params('Remove {name}')`. */
export const params = <const Base extends Phrase>(base: Base): Template<ValuesOf<Base>, Texts<Base>> =>
  asTemplate({
    input: base,
    transform: (language, translated: Phrase, [values]: readonly [Values]) => {
      const phrase =
        typeof base === 'string' ? translated : { ...(base as object), ...(translated as object) };
      return fill(language, phrase, values);
    },
  });

/** Creates a text that depends on the number `count` and optional other parameters: `plural({ one: …, other: … })`. */
export const plural = <const One extends string, const Other extends string>(forms: {
  readonly one: One;
  readonly other: Other;
}): Template<ValuesOf<One | Other> & { readonly count: number }, string> =>
  asTemplate({
    input: forms,
    transform: (
      language,
      translated: Readonly<Record<string, string>>,
      [values]: readonly [Values & { readonly count: number }],
    ) => {
      const form = new Intl.PluralRules(language).select(values.count);
      return fill(language, translated[form] ?? translated['other'] ?? forms.other, values);
    },
  });

const asTemplate = <Input, Result>(message: Transform) => message as unknown as Template<Input, Result>;

const isTransform = (part: unknown): part is Transform =>
  typeof part === 'object' && part !== null && 'transform' in part;

interface Catalog {
  readonly name: string;
  readonly english: Messages;
  /** The texts in the current language, with templates as functions. Null for English. */
  translated: Readonly<Record<string, unknown>> | null;
}

/** Sets the texts of catalogs in other languages (translations.ts). */
interface Translator {
  readonly translate: (catalog: Catalog) => void;
  /** Returns null if no translations are loading. Never rejects. */
  readonly loading: () => Promise<void> | null;
}

const catalogs: Catalog[] = [];
let translator: Translator | null = null;

/** Passes every catalog to the translator, now and when it loads. */
export function followCatalogs(next: Translator): void {
  translator = next;
  catalogs.forEach(next.translate);
}

/** Resolves when the texts of the loaded code are in the current language. Null if they already are. */
export const loadingTexts = (): Promise<void> | null => translator?.loading() ?? null;

/** Copies the structure with a getter for each text, and adds each text to the catalog. */
function mirror(part: Group | readonly Part[], path: string, catalog: Catalog): unknown {
  const view: Record<string, unknown> | unknown[] = Array.isArray(part) ? [] : {};
  for (const [key, value] of Object.entries(part)) {
    const id = path + key;
    const isTemplate = isTransform(value);
    if (isTemplate || (typeof value === 'string' && key !== code)) {
      catalog.english[id] = value;
      const english = isTemplate
        ? (values: never) => value.transform('en', value.input as never, [values])
        : value;
      Object.defineProperty(view, key, { enumerable: true, get: () => catalog.translated?.[id] ?? english });
    } else {
      const inner = typeof value === 'object' ? mirror(value as Group, `${id}.`, catalog) : value;
      Object.assign(view, { [key]: inner });
    }
  }
  return view;
}

/**
 * Registers a screen's English texts. The properties of the returned object read the current language when they are
 * used.
 *
 * The name starts with the feature, whose translations load together: `texts('chat/sidebar', { … })`.
 */
export function texts<const Base extends Group>(name: string, base: Base): Texts<Base> {
  const catalog: Catalog = { name, english: {}, translated: null };
  const view = mirror(base, '', catalog);
  catalogs.push(catalog);
  translator?.translate(catalog);
  return view as Texts<Base>;
}

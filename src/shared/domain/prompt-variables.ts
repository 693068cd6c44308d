/** A placeholder in a prompt. The user enters its value before the prompt is inserted. */
export interface PromptVariable {
  readonly name: string;
  /** Suggested values. The user may enter another one. */
  readonly options: readonly string[];
}

/** More placeholders stay in the text, because a form with more fields would be hard to fill in. */
export const maxPromptVariables = 20;

/** `{{topic}}`, on one line. A single brace is ordinary text, for example in code. */
const placeholder = /\{\{([^{}\n]{1,500})\}\}/g;

/**
 * Returns the variables of a text in the order of their first use. A variable with options is written as in LibreChat,
 * `{{tone:formal|casual}}`, or as in Open WebUI, `{{tone | select:options=["formal","casual"]}}`. The current date is not
 * a variable, because `fillPrompt` inserts it.
 */
export function promptVariablesOf(text: string): readonly PromptVariable[] {
  const variables = new Map<string, PromptVariable>();
  for (const [, inner = ''] of text.matchAll(placeholder)) {
    const variable = parseVariable(inner);
    if (variable.name === '' || isDate(variable.name)) continue;
    const known = variables.get(variable.name);
    if (known ? known.options.length === 0 : variables.size < maxPromptVariables)
      variables.set(variable.name, variable);
  }
  return [...variables.values()];
}

/** Replaces variables with their values. A variable without a value stays in the text. */
export function fillPrompt(text: string, values: ReadonlyMap<string, string>, now: Date): string {
  return text.replaceAll(placeholder, (whole, inner: string) => {
    const { name } = parseVariable(inner);
    if (isDate(name)) return dateOf(name, now);
    // An empty value would also remove braces that belong to code.
    return values.get(name) || whole;
  });
}

function parseVariable(inner: string): PromptVariable {
  const [, named, options] = /^([^|:]+)\|\s*select\s*:.*?options\s*=\s*(\[[^\]]*\])/.exec(inner) ?? [];
  if (named !== undefined && options !== undefined)
    return { name: named.trim(), options: parseOptions(options) };
  const [, typed] = /^([^|:]+)\|/.exec(inner) ?? [];
  if (typed !== undefined) return { name: typed.trim(), options: [] };
  const [, listed, list] = /^([^:]+):(.*\|.*)$/.exec(inner) ?? [];
  if (listed === undefined || list === undefined) return { name: inner.trim(), options: [] };
  return {
    name: listed.trim(),
    options: list
      .split('|')
      .map((one) => one.trim())
      .filter(Boolean),
  };
}

function parseOptions(json: string): readonly string[] {
  try {
    const options: unknown = JSON.parse(json);
    return Array.isArray(options) ? options.filter((one) => typeof one === 'string' && one !== '') : [];
  } catch {
    return [];
  }
}

const isDate = (name: string): boolean => /^current_date(?:time)?$/i.test(name);

function dateOf(name: string, now: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
  return name.length > 'current_date'.length
    ? `${day} ${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`
    : day;
}

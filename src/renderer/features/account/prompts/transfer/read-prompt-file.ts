import { z } from 'zod';
import {
  freePromptName,
  type PromptContent,
  type PromptFault,
  promptFaultOf,
  promptLimits,
  toPromptName,
} from '../../../../../shared/domain/saved-prompts.ts';
import { fitGraphemes } from '../../../../../shared/domain/graphemes.ts';
import { cleanText, toStorable } from '../../../../../shared/domain/text.ts';

/** Larger files are refused before they are read. An account can save 2 MB of prompts. */
export const maxPromptFileBytes = 8 * 1_048_576;
/** Files with more are refused. An account can save 500. */
export const maxPromptItems = 2_000;

/** `unknown`: no prompts in a known format. `too-many`: more than `maxPromptItems`. */
export type PromptFileProblem = 'too-large' | 'not-json' | 'unknown' | 'too-many';

export class PromptFileError extends Error {
  override readonly name = 'PromptFileError';
  readonly problem: PromptFileProblem;
  constructor(problem: PromptFileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** `unreadable`: the entry has no known format. `known`: the account already has this text under this name. */
export type SkipReason = PromptFault | 'unreadable' | 'known';

export interface ReadPrompts {
  /** Prompts to import. Their names are not taken. */
  readonly prompts: readonly PromptContent[];
  /** Prompts that are imported under another name, because theirs is taken. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly skipped: readonly { readonly label: string; readonly reason: SkipReason }[];
}

/**
 * Reads a prompt file: our own export, Open WebUI's (a list of commands), or LibreChat's prompt groups, as
 * its API returns them. Unknown fields are ignored.
 *
 * @param existing the account's prompts
 * @throws PromptFileError
 */
export function readPromptFile(json: string, existing: readonly PromptContent[]): ReadPrompts {
  const items = itemsOf(parse(json));
  if (items.length > maxPromptItems) throw new PromptFileError('too-many');
  const known = [...existing];
  const prompts: PromptContent[] = [];
  const renamed: { from: string; to: string }[] = [];
  const skipped: { label: string; reason: SkipReason }[] = [];
  for (const [index, item] of items.entries()) {
    const content = toContent(item);
    const label = content?.name || content?.title || String(index + 1);
    const reason = content
      ? (promptFaultOf(content) ?? (isKnown(content, known) ? 'known' : null))
      : 'unreadable';
    if (reason || !content) {
      skipped.push({ label, reason: reason ?? 'unreadable' });
      continue;
    }
    const name = freePromptName(
      content.name,
      known.map((each) => each.name),
    );
    if (name !== content.name) renamed.push({ from: content.name, to: name });
    const prompt = { ...content, name };
    known.push(prompt);
    prompts.push(prompt);
  }
  if (items.length > 0 && skipped.every(({ reason }) => reason === 'unreadable') && prompts.length === 0)
    throw new PromptFileError('unknown');
  return { prompts, renamed, skipped };
}

function parse(json: string): unknown {
  try {
    // Some editors write a byte order mark.
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    throw new PromptFileError('not-json');
  }
}

const wrappers = z.union([
  z.array(z.unknown()),
  z.object({ prompts: z.array(z.unknown()) }).transform(({ prompts }) => prompts),
  z.object({ promptGroups: z.array(z.unknown()) }).transform(({ promptGroups }) => promptGroups),
]);

/** Accepts a list, a list inside an object, or a single prompt. */
function itemsOf(file: unknown): readonly unknown[] {
  const list = wrappers.safeParse(file);
  if (list.success) return list.data;
  if (typeof file !== 'object' || file === null) throw new PromptFileError('unknown');
  return [file];
}

const text = z.string().catch('');

const formats = z.union([
  // Open WebUI. Older exports have `title` instead of `name`.
  z.object({ command: z.string(), content: z.string(), name: text, title: text }).transform((prompt) => ({
    name: prompt.command,
    title: prompt.title || prompt.name,
    text: prompt.content,
  })),
  // LibreChat. The production prompt is the version in use.
  z
    .object({ name: z.string(), command: text, productionPrompt: z.object({ prompt: z.string() }) })
    .transform((group) => ({
      name: group.command || group.name,
      title: group.name,
      text: group.productionPrompt.prompt,
    })),
  // This app's own format.
  z.object({ name: z.string(), title: text, text: z.string() }),
]);

function toContent(item: unknown): PromptContent | null {
  const read = formats.safeParse(item);
  if (!read.success) return null;
  const { name, title, text: body } = read.data;
  return {
    name: toPromptName(cleanText(name)),
    title: fitGraphemes(cleanText(title).replaceAll(/\s+/g, ' '), promptLimits.titleLength),
    text: toStorable(body),
  };
}

/** True if the account has the text under this name, or under the one that an earlier import gave it. */
const isKnown = ({ name, text: body }: PromptContent, known: readonly PromptContent[]): boolean =>
  known.some((each) => each.text === body && withoutNumber(each.name) === withoutNumber(name));

const withoutNumber = (name: string): string => name.toLowerCase().replace(/-\d+$/, '');

export const toPromptFile = (prompts: readonly PromptContent[]): string =>
  JSON.stringify(
    {
      format: 'clover-prompts',
      prompts: prompts.map(({ name, title, text: body }) => ({ name, title, text: body })),
    },
    null,
    2,
  );

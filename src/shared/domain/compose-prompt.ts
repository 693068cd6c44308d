/** Instructions in addition to the chat's. A reply's details name those that were sent. */
export const instructionSources = ['account', 'project', 'memory', 'files'] as const;
export type InstructionSource = (typeof instructionSources)[number];

export interface PromptParts {
  /** The administrators' prompt. Only sent if neither the chat nor its project has instructions. */
  readonly installation: string | null;
  /** The account's instructions. Null if the chat doesn't use them. */
  readonly account: { readonly about: string; readonly style: string } | null;
  /** The account's memories. Missing or null if they are not sent. */
  readonly memory?: string | null;
  readonly project: string | null;
  /** Passages of the project's files. Missing or null if none are sent. */
  readonly files?: string | null;
  /** The newest `[SYSTEM: …]`, or the chat's instructions. */
  readonly chat: string | null;
}

export interface ComposedPrompt {
  readonly text: string | null;
  readonly sources: readonly InstructionSource[];
}

const introduction =
  'These are your instructions. If two of them contradict each other, follow the later one.';

/**
 * Composes the system prompt, from general to specific. If only the chat, its project or the installation has
 * instructions, they are sent unchanged (CHAT-079, CHAT-080). Otherwise, each part has a heading.
 */
export function composeSystemPrompt({
  installation,
  account,
  memory,
  project,
  files,
  chat,
}: PromptParts): ComposedPrompt {
  const parts = [
    { heading: 'General', text: chat === null && project === null ? installation : null },
    { heading: 'What the user says about themselves', text: account?.about, source: 'account' },
    { heading: 'How the user wants you to answer', text: account?.style, source: 'account' },
    { heading: 'What the user asked you to remember', text: memory, source: 'memory' },
    { heading: "For the chat's project", text: project, source: 'project' },
    { heading: 'For this chat', text: chat },
    // Last, so that no text in the files is mistaken for the start of instructions.
    { heading: 'From the files of the project', text: files, source: 'files' },
  ] as const;
  const usedParts = parts.filter(({ text }) => (text ?? '').trim() !== '');
  const sources = [...new Set(usedParts.flatMap((part) => ('source' in part ? part.source : [])))];
  if (usedParts.length < 2 && sources.every((source) => source === 'project'))
    return { text: usedParts[0]?.text ?? null, sources };
  const sections = usedParts.map(({ heading, text }) => `# ${heading}\n\n${(text ?? '').trim()}`);
  return { text: [introduction, ...sections].join('\n\n'), sources };
}

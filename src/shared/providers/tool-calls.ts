import type { ToolCallPiece } from '../completion/completion.ts';
import { createRedactor, redact } from '../domain/redactor.ts';
import { invalidFormatError } from './failures.ts';
import { maxReplyBytes } from './reply-limits.ts';

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
  /** A field that OpenAI's format lacks. Google's OpenAI-compatible service adds it. */
  readonly extra_content?: ExtraContent | null | undefined;
}

interface ExtraContent {
  readonly google?: { readonly thought_signature?: string | undefined } | undefined;
}

/** Formats the signature of a call as in OpenAI's format. */
export const extraContentOf = (signature: string | undefined) =>
  signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } };

/**
 * Removes secrets from the tool calls of one reply, whose arguments arrive in pieces. Throws `invalid_format` if
 * the arguments exceed the maximum length of a reply.
 */
export function createToolCallFilter(secrets: readonly string[]) {
  const redactors = new Map<number, ReturnType<typeof createRedactor>>();
  let room = maxReplyBytes;
  const redactorOf = (index: number) => {
    const redactor = redactors.get(index) ?? createRedactor(secrets);
    redactors.set(index, redactor);
    return redactor;
  };
  return (pieces: readonly ToolCallPiece[], isLast: boolean): readonly ToolCallPiece[] => {
    const shown = pieces.map((piece) => {
      const { signature } = piece;
      room -= piece.arguments.length + (signature?.length ?? 0);
      if (room < 0) throw invalidFormatError();
      return {
        ...piece,
        arguments: redactorOf(piece.index).take(piece.arguments),
        ...(signature !== undefined && { signature: redact(signature, secrets) }),
      };
    });
    if (!isLast) return shown;
    const rest = [...redactors].map(([index, { end }]) => ({ index, arguments: end() }));
    return [...shown, ...rest.filter(({ arguments: text }) => text !== '')];
  };
}

export function joinToolCalls(pieces: readonly ToolCallPiece[]): readonly ToolCall[] {
  const calls = Map.groupBy(pieces, ({ index }) => index);
  return [...calls]
    .toSorted(([one], [other]) => one - other)
    .map(([, own]) => ({
      id: own.find(({ id }) => id !== undefined)?.id ?? '',
      type: 'function',
      function: {
        name: own.find(({ name }) => name !== undefined)?.name ?? '',
        arguments: own.map((piece) => piece.arguments).join(''),
      },
      ...extraContentOf(own.find(({ signature }) => signature !== undefined)?.signature),
    }));
}

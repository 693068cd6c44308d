import type { ToolCallPiece } from '../completion/completion.ts';
import { createRedactor } from '../domain/redactor.ts';
import { invalidFormat } from './failures.ts';
import { longestReply } from './reply-limits.ts';

/** A complete tool call, in OpenAI's form. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * Removes secrets from the tool calls of one reply, whose arguments arrive in pieces. Throws `invalid_format` for
 * arguments that are longer than a reply.
 */
export function createToolCallFilter(secrets: readonly string[]) {
  const redactors = new Map<number, ReturnType<typeof createRedactor>>();
  let room = longestReply;
  const redactorOf = (index: number) => {
    const redactor = redactors.get(index) ?? createRedactor(secrets);
    redactors.set(index, redactor);
    return redactor;
  };
  return (pieces: readonly ToolCallPiece[], isLast: boolean): readonly ToolCallPiece[] => {
    const shown = pieces.map((piece) => {
      room -= piece.arguments.length;
      if (room < 0) throw invalidFormat();
      return { ...piece, arguments: redactorOf(piece.index).take(piece.arguments) };
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
    }));
}

import { z } from 'zod';
import type { RunningReply } from './running-reply.ts';

/** Milliseconds between checkpoints. */
const checkpointInterval = 1000;

/** Maximum characters per call. Otherwise a long outage would result in one enormous statement. */
const checkpointCharacters = 4 * 1_048_576;

const savedSchema = z.record(z.string(), z.enum(['saved', 'stopped', 'gone']));

/** A piece in the format of `save_replies`. Without text, it only signals that the reply is running. */
interface SavedPiece {
  readonly reply_id: string;
  readonly start: number;
  readonly text: string;
  readonly reasoning_start?: number;
  readonly reasoning?: string;
  readonly vendor_id?: string;
  readonly vendor_name?: string | null;
  readonly model_id?: string;
  readonly unavailable_vendor?: string | null;
  readonly prompt_tokens?: number;
}

/** Encrypts a piece. An empty one only signals that the reply is still running, so it stays empty. */
const encryptPiece = async (
  { encrypter }: RunningReply,
  of: 'text' | 'reasoning',
  start: number,
  text: string,
): Promise<string> => (encrypter && text !== '' ? encrypter.checkpoint(of, start, text) : text);

interface RunningRepliesOptions {
  readonly save: (pieces: readonly SavedPiece[]) => Promise<unknown>;
  readonly log: (event: string, fields: Readonly<Record<string, string | number>>) => void;
}

export interface RunningReplies {
  /** Tracks a reply until its writer has ended. */
  readonly add: (reply: RunningReply, writing: Promise<unknown>) => void;
  readonly get: (id: string) => RunningReply | undefined;
  /** Aborts when this process stops. */
  readonly closing: AbortSignal;
  /** Ends all replies, because this process stops. */
  readonly interrupt: () => void;
  /** Resolves when all writers have ended. */
  readonly idle: () => Promise<void>;
}

/**
 * Manages the replies of one process. One call per second saves all their checkpoints, so that 200 replies cost one
 * statement.
 */
export function createRunningReplies({ save, log }: RunningRepliesOptions): RunningReplies {
  const replies = new Map<string, { readonly reply: RunningReply; readonly writing: Promise<unknown> }>();
  const closing = new AbortController();
  let isSaving = false;
  let isAway = false;

  async function saveAll(): Promise<void> {
    let room = checkpointCharacters;
    const checkpoints = Array.from(replies.values(), ({ reply }) => {
      const checkpoint = reply.checkpoint(Math.max(room, 0));
      // Once the limit is reached, only signals that the reply is running.
      const isLate = room <= 0;
      room -= checkpoint.text.length + checkpoint.reasoning.length;
      return {
        reply,
        ...checkpoint,
        ...(isLate && { text: '', reasoning: '', details: null, confirm: () => {} }),
      };
    });
    const outcomes = savedSchema.parse(
      await save(
        await Promise.all(
          checkpoints.map(async ({ reply, start, text, reasoningStart, reasoning, details }) => ({
            reply_id: reply.id,
            start,
            text: await encryptPiece(reply, 'text', start, text),
            ...(reasoning !== '' && {
              reasoning_start: reasoningStart,
              reasoning: await encryptPiece(reply, 'reasoning', reasoningStart, reasoning),
            }),
            ...(details && {
              vendor_id: details.vendorId,
              vendor_name: details.vendor,
              model_id: details.model,
              unavailable_vendor: details.unavailableVendor ?? null,
              prompt_tokens: details.promptTokens,
            }),
          })),
        ),
      ),
    );
    for (const { reply, confirm } of checkpoints) {
      const outcome = outcomes[reply.id];
      if (outcome === 'saved' || outcome === 'stopped') confirm();
      if (outcome === 'stopped' || outcome === 'gone') reply.stop(outcome);
    }
  }

  async function run(): Promise<void> {
    isSaving = true;
    while (replies.size > 0) {
      const due = performance.now() + checkpointInterval;
      try {
        await saveAll();
        isAway = false;
      } catch (error) {
        // Logs once per outage. The texts stay in memory until a later call saves them.
        if (!isAway) log('checkpoints-failed', { error: error instanceof Error ? error.name : 'unknown' });
        isAway = true;
      }
      for (const { reply } of replies.values()) reply.beat();
      await new Promise((resolve) => void setTimeout(resolve, due - performance.now()));
    }
    isSaving = false;
  }

  return {
    add: (reply, writing) => {
      const ended = writing.catch(() => {}).finally(() => replies.delete(reply.id));
      replies.set(reply.id, { reply, writing: ended });
      // The row is new, so the first checkpoint is due in a second.
      if (!isSaving) {
        isSaving = true;
        setTimeout(() => void run(), checkpointInterval);
      }
      if (closing.signal.aborted) reply.stop('interrupted');
    },
    get: (id) => replies.get(id)?.reply,
    closing: closing.signal,
    interrupt: () => {
      closing.abort();
      for (const { reply } of replies.values()) reply.stop('interrupted');
    },
    idle: async () => {
      await Promise.all(Array.from(replies.values(), ({ writing }) => writing));
    },
  };
}

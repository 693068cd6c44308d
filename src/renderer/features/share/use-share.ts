import { useCallback, useEffect, useRef, useState } from 'react';
import { EnvelopeError, decryptEnvelope } from '../../../shared/sharing/envelope.ts';
import type { ShareLink } from '../../../shared/sharing/share-link.ts';
import { readSnapshot, type Snapshot } from '../../../shared/sharing/snapshot.ts';
import { fetchShare, ShareFailure, type StoredShare } from './open-share.ts';
import type { FailureReason } from './texts.ts';

export type ShareState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly reason: FailureReason }
  | { readonly kind: 'locked'; readonly isBusy: boolean; readonly isWrong: boolean }
  | { readonly kind: 'open'; readonly snapshot: Snapshot; readonly expiresAt: string | null };

const reasonOf = (error: unknown): FailureReason => {
  if (error instanceof ShareFailure) return error.reason;
  return error instanceof EnvelopeError ? 'wrong' : 'unreachable';
};

const toState = (error: unknown): ShareState =>
  error instanceof EnvelopeError && error.reason === 'password'
    ? { kind: 'locked', isBusy: false, isWrong: false }
    : { kind: 'failed', reason: reasonOf(error) };

/** Loads and decrypts the chat of a link. `link` must stay the same object. */
export function useShare(link: ShareLink) {
  const [state, setState] = useState<ShareState>({ kind: 'opening' });
  const stored = useRef<StoredShare | null>(null);
  const [attempt, setAttempt] = useState(0);

  const decrypt = useCallback(
    async (password: string | null): Promise<ShareState> => {
      const { envelope, expires_at: expiresAt } = (stored.current ??= await fetchShare(link.id));
      const snapshot = readSnapshot(await decryptEnvelope(envelope, link, password));
      return snapshot ? { kind: 'open', snapshot, expiresAt } : { kind: 'failed', reason: 'wrong' };
    },
    [link],
  );

  useEffect(() => {
    let isGone = false;
    const open = async () => {
      const next = await decrypt(null).catch(toState);
      if (!isGone) setState(next);
    };
    void open();
    return () => {
      isGone = true;
    };
  }, [decrypt, attempt]);

  return {
    state,
    retry: () => {
      setState({ kind: 'opening' });
      setAttempt(attempt + 1);
    },
    unlock: async (password: string) => {
      setState({ kind: 'locked', isBusy: true, isWrong: false });
      setState(
        await decrypt(password).catch((error: unknown): ShareState =>
          reasonOf(error) === 'wrong'
            ? { kind: 'locked', isBusy: false, isWrong: true }
            : { kind: 'failed', reason: reasonOf(error) },
        ),
      );
    },
  };
}

import { useState } from 'react';
import { InvokeError } from '../../lib/invoke.ts';
import { authFailureMessage } from './auth-failure.ts';

export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** The action may return a message for the user, for example about missing input. */
  const run = async (action: () => Promise<string | void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      setFailure((await action()) ?? null);
    } catch (error) {
      setFailure(error instanceof InvokeError ? error.message : authFailureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run };
}

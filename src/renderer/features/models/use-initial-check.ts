import { useEffect, useRef } from 'react';
import { showToast } from '../../lib/toast.ts';
import { modelToasts } from './texts.ts';
import { findConnectionIssue } from './verify-model.ts';

/**
 * Tests the active vendor once when the chat opens and tells why it cannot answer [CHAT-085]. A test that could not be
 * made says nothing about the vendor. `model` is null while it is not known, or while another vendor is asked.
 */
export function useInitialCheck(vendor: string | null, model: string | null): void {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || vendor === null || model === null) return;
    hasBegun.current = true;
    void check(vendor, model).catch(() => {});
  }, [model, vendor]);
}

async function check(vendor: string, model: string): Promise<void> {
  const issue = await findConnectionIssue(vendor, model);
  if (issue !== null) showToast(modelToasts.connectionIssue(issue));
}

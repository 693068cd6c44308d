import { useEffect, useRef } from 'react';
import { showToast } from '../../lib/toast.ts';
import { isDemo } from '../../lib/vendors.ts';
import { modelToasts } from './texts.ts';
import { findConnectionIssue } from './verify-model.ts';

/**
 * Tests the active vendor once when the chat opens, and shows why it can't reply [CHAT-085].
 *
 * @param model null until it is known, and if requests go to another vendor
 */
export function useInitialCheck(vendor: string | null, model: string | null): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current || vendor === null || model === null) return;
    hasStarted.current = true;
    // The built-in vendor always replies.
    if (isDemo({ name: vendor })) return;
    findConnectionIssue(vendor, model).then(
      (issue) => issue !== null && showToast(modelToasts.connectionIssue({ message: issue })),
      // If the test itself fails, the vendor's state is unknown.
      () => {},
    );
  }, [model, vendor]);
}

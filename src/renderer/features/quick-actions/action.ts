import type { Delta } from '../../../shared/completion/completion.ts';
import type { QuickActionName } from '../../../shared/quick-actions/contract.ts';
import type { Toast } from '../../lib/toast.ts';
import { askQuickAction, type QuickActionCall } from './ask-quick-action.ts';
import { failedToast, succeededToast } from './texts.ts';

/** Passed to the chat: the request, the draft for a failed text, and the toasts. */
export interface QuickAction {
  readonly ask: (text: string, call: QuickActionCall) => Promise<Delta>;
  readonly draftKey: string;
  readonly succeeded: Toast;
  readonly failed: (message: string) => Toast;
}

export const actionDraftKey = (name: QuickActionName): string => `quick-action:${name}`;

export const quickActionOf = (name: QuickActionName): QuickAction => ({
  ask: (text, call) => askQuickAction(name, text, call),
  draftKey: actionDraftKey(name),
  succeeded: succeededToast(name),
  failed: (message) => failedToast(name, message),
});

import type { Delta } from '../../../shared/completion/completion.ts';
import type { QuickActionName } from '../../../shared/quick-actions/contract.ts';
import type { Toast } from '../../lib/toast.ts';
import { askQuickAction } from './ask-quick-action.ts';
import { failedToast, succeededToast } from './texts.ts';

/** A quick action as the chat takes it: what answers, where a text goes back to, what the person is told. */
export interface QuickAction {
  readonly ask: (
    text: string,
    call: { readonly messageId: string; readonly signal: AbortSignal },
  ) => Promise<Delta>;
  readonly draftKey: string;
  readonly succeeded: Toast;
  readonly failed: (message: string) => Toast;
}

/** Names the draft of an action's dialog among the drafts of the chat. */
export const draftKeyOf = (name: QuickActionName): string => `quick-action:${name}`;

/** The action behind an entry of the menu. */
export const quickActionOf = (name: QuickActionName): QuickAction => ({
  ask: (text, call) => askQuickAction(name, text, call),
  draftKey: draftKeyOf(name),
  succeeded: succeededToast(name),
  failed: (message) => failedToast(name, message),
});

import type { BulkOperation, BulkState } from '../../../../../shared/admin/bulk.ts';
import { bulkTexts } from './texts.ts';

const texts = bulkTexts.operations;

export type BulkKind = keyof typeof texts;

/** Operations without further input [ADMIN-040]; a suspension needs an end and a reason. */
export const bulkOperations = {
  restrict: { type: 'set-role', role: 'restricted', granted: true },
  ban: { type: 'set-role', role: 'banned', granted: true },
  lift: { type: 'lift' },
  'reset-password': { type: 'reset-password' },
  verify: { type: 'set-verified', verified: true },
  unverify: { type: 'set-verified', verified: false },
  professional: { type: 'set-plan', plan: 'professional' },
  starter: { type: 'set-plan', plan: 'starter' },
  'grant-admin': { type: 'set-role', role: 'admin', granted: true },
  'revoke-admin': { type: 'set-role', role: 'admin', granted: false },
  delete: { type: 'delete' },
} as const satisfies Readonly<Record<Exclude<BulkKind, 'suspend'>, BulkOperation>>;

export const bulkKinds = Object.keys(texts) as readonly BulkKind[];

/** Returns the operation's name. Falls back to its type if the console has no name for it. */
export function bulkLabel({ operation_type, operation_details }: BulkState): string {
  if (operation_type === 'restrict') return texts.suspend;
  const found = Object.entries(bulkOperations).find(([, { type, ...details }]) => {
    const isSame = Object.entries(details).every(([name, value]) => operation_details[name] === value);
    return operation_type === type && isSame;
  });
  return found ? texts[found[0] as BulkKind] : operation_type;
}

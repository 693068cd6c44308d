import type { BulkOperation, BulkState } from '../../../../../shared/admin/bulk.ts';
import { userTexts } from '../texts.ts';

const texts = userTexts.bulk.operations;

/** What can be done with many accounts at a time: the acts on one of them [ADMIN-040]. */
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
} as const satisfies Readonly<Record<keyof typeof texts, BulkOperation>>;

export type BulkKind = keyof typeof bulkOperations;

export const bulkKinds = Object.keys(bulkOperations) as readonly BulkKind[];

/** An operation of the service by the name it was started with here; its own type where it was started otherwise. */
export function labelOf({ operation_type, operation_details }: BulkState): string {
  const kind = bulkKinds.find((each) => {
    const { type, ...details } = bulkOperations[each];
    const isSame = Object.entries(details).every(([name, value]) => operation_details[name] === value);
    return operation_type.endsWith(type) && isSame;
  });
  return kind ? texts[kind] : operation_type;
}

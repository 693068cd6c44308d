import type { BulkOperation, BulkState } from '../../../../../shared/admin/bulk.ts';
import { userTexts } from '../texts.ts';

const texts = userTexts.bulk.operations;

/** What can be done with many accounts at a time; one for a time is told its end and reason when it is started. */
export type BulkKind = keyof typeof texts;

/** What is done without asking anything more: the acts on one account [ADMIN-040]. */
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
} as const satisfies Readonly<Record<Exclude<BulkKind, 'timed'>, BulkOperation>>;

const plainKinds = Object.keys(bulkOperations) as readonly (keyof typeof bulkOperations)[];

/** In the order in which they are offered: the gravest last. */
export const bulkKinds: readonly BulkKind[] = plainKinds.flatMap((kind) =>
  kind === 'lift' ? ['timed', kind] : [kind],
);

/** An operation of the service by the name it was started with here; its own type where it was started otherwise. */
export function labelOf({ operation_type, operation_details }: BulkState): string {
  const kind = plainKinds.find((each) => {
    const { type, ...details } = bulkOperations[each];
    const isSame = Object.entries(details).every(([name, value]) => operation_details[name] === value);
    return operation_type === type && isSame;
  });
  if (kind) return texts[kind];
  return operation_type === 'restrict' ? texts.timed : operation_type;
}

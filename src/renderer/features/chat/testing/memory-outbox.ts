import type { Operation } from '../outbox/operation.ts';
import type { OperationStorage } from '../outbox/outbox.ts';

/** Storage for operations that the tabs of a test share. */
export function createMemoryStorage(
  saved: Operation[] = [],
  unsaved: readonly Operation[] = [],
): OperationStorage & { readonly saved: Operation[] } {
  const indexOf = (id: string) => saved.findIndex((operation) => operation.id === id);
  return {
    saved,
    list: async () => [...saved],
    unsaved: () => unsaved,
    add: async (operation) => saved.push(operation) > 0,
    replace: async (operation) => {
      if (indexOf(operation.id) >= 0) saved[indexOf(operation.id)] = operation;
    },
    remove: async (id) => {
      if (indexOf(id) >= 0) saved.splice(indexOf(id), 1);
    },
  };
}

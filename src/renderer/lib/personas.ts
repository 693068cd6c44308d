import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { newPersona } from '../../shared/personas/persona.ts';
import type { StoredPersona } from '../../shared/personas/persona-row.ts';
import { useLibraryChanges, withLibraryChanges } from './library-changes.ts';
import { loadModule } from './load-module.ts';

/** The hash that opens the form for a new persona on the settings page. */
export const newPersonaHash = '#new';

/** A persona of the user, or one that administrators publish for everyone, which the user can't change. */
export interface ListedPersona extends StoredPersona {
  readonly isPublished: boolean;
}

/**
 * Queries the user's personas and the published ones, by name. They are loaded again each time they are shown, because
 * other devices may have changed them. Without a connection, this device's last copy is used.
 */
export const personasQuery = (userId: string) =>
  queryOptions({
    queryKey: ['personas', userId],
    queryFn: async (context) =>
      (await loadModule(() => import('./read-library.ts'))).readPersonas(context, userId),
    staleTime: 0,
  });

const blank = { ...newPersona, revision: 0, isPublished: false };

/** Loads the personas and applies the user's unconfirmed changes. */
export function usePersonas(userId: string, isEnabled = true) {
  const { all } = useLibraryChanges(userId);
  return useQuery({
    ...personasQuery(userId),
    enabled: isEnabled,
    select: useCallback(
      (personas: readonly ListedPersona[]) => withLibraryChanges(personas, all, 'personas', blank),
      [all],
    ),
  });
}

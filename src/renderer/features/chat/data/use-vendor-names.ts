import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { chatQueries } from './queries.ts';

/** Returns a vendor's display name, or its name until they are loaded. Loads them only if needed. */
export function useVendorNames(isNeeded: boolean): (name: string) => string {
  const { data } = useQuery({ ...chatQueries.vendorNames(), enabled: isNeeded });
  return useCallback((name) => data?.get(name) ?? name, [data]);
}

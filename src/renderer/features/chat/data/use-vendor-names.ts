import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { chatQueries } from './queries.ts';

/** Gives a vendor's display name, else the name itself. Asks the service only where a name is needed. */
export function useVendorNames(isNeeded: boolean): (name: string) => string {
  const { data } = useQuery({ ...chatQueries.vendorNames(), enabled: isNeeded });
  return useCallback((name) => data?.get(name) ?? name, [data]);
}

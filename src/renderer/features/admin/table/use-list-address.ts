import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface ListAddress {
  /** From 1. */
  readonly page: number;
  /** A part of the question; empty when it is not asked. */
  readonly get: (name: string) => string;
  /** Changes the question. Any change but of the page leads back to the first page. */
  readonly set: (changes: Readonly<Record<string, string | number | null>>) => void;
}

/** What a list is asked for stands in the address: a reload, a link to a colleague and "back" keep it. */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (changes: Readonly<Record<string, string | number | null>>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (!('page' in changes)) next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === '') next.delete(name);
            else next.set(name, String(value));
          }
          if (next.get('page') === '1') next.delete('page');
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const page = Number(params.get('page') ?? '1');
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    get: (name) => params.get(name) ?? '',
    set,
  };
}

/** A value of the address where it is one of those known, otherwise undefined. */
export const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface ListParams {
  readonly page: number;
  /** Returns a URL parameter, or an empty string if it is not set. */
  readonly get: (name: string) => string;
  /** Changing any parameter other than `page` returns to the first page. */
  readonly set: (changes: Readonly<Record<string, string | number | null>>) => void;
}

/** Keeps a list's search, filters and page in the URL, so that reloads, links and Back preserve them. */
export function useListParams(): ListParams {
  const [params, setParams] = useSearchParams();
  const set = useCallback<ListParams['set']>(
    (changes) =>
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

export const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

import type { Settings } from '../settings/settings.ts';

/** The version in use and its starts without a page. */
export type UpdateStarts = NonNullable<Settings['updateStarts']>;

/** After this many failed starts, the user decides what to do. */
export const failedStartLimit = 2;

/**
 * Counts this start as failed until the page is shown. Only starts after an update count: once a version has worked,
 * the update is not the reason for later failures.
 */
export function beginStart(last: UpdateStarts | undefined, version: string): UpdateStarts {
  if (last === undefined) return { version, failures: 0 };
  const { previous: _, ...others } = last;
  if (last.version !== version) {
    // Users can't go back to a version that never worked.
    const previous = last.failures > 0 ? last.previous : last.version;
    return {
      ...others,
      version,
      ...(previous !== undefined && previous !== version && { previous }),
      failures: 1,
    };
  }
  return last.failures === 0 ? last : { ...last, failures: last.failures + 1 };
}

/** Resets the count after the page was shown, because the version works. */
export function confirmStart({ failed, ...starts }: UpdateStarts): UpdateStarts {
  const isFixed = failed === undefined || failed === starts.version;
  return { ...starts, ...(!isFixed && { failed }), failures: 0 };
}

/** Returns whether the user must decide before this start, which `beginStart` has already counted. */
export const hasFailed = ({ failures }: UpdateStarts): boolean => failures > failedStartLimit;

export interface TimedRequest {
  /** In milliseconds. */
  readonly start: number;
  readonly end: number;
}

/** Counts the rounds of requests, assuming that each request waited for all requests that ended before it started. */
export function wavesOf(requests: readonly TimedRequest[]): number {
  const waves: { readonly end: number; readonly wave: number }[] = [];
  for (const { start, end } of requests.toSorted((a, b) => a.start - b.start)) {
    const before = waves.filter((other) => other.end <= start).map(({ wave }) => wave);
    waves.push({ end, wave: Math.max(0, ...before) + 1 });
  }
  return Math.max(0, ...waves.map(({ wave }) => wave));
}

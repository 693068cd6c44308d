import { bearerOf, isSameSecret } from './credentials.ts';

/** Histogram bounds, in seconds, for the time until the response headers. */
const bounds = [0.005, 0.025, 0.1, 0.25, 1, 5, 30] as const;

/** Parts of the service by a path's first segment. Labels contain nothing else from a request: neither ids nor text. */
const parts = { auth: 'auth', rest: 'rest', functions: 'functions' } as const;
type Part = (typeof parts)[keyof typeof parts] | 'web';

const partOf = (path: string): Part => {
  const [, first = '', version] = path.split('/');
  return version === 'v1' && Object.hasOwn(parts, first) ? parts[first as keyof typeof parts] : 'web';
};

interface Series {
  readonly buckets: number[];
  count: number;
  seconds: number;
}

export interface Metrics {
  readonly count: (request: Request, answer: () => Promise<Response>) => Promise<Response>;
  readonly page: (request: Request) => Response;
}

/**
 * Groups requests by part of the service and status class.
 *
 * @param token the bearer token required for reading the metrics
 * @param now a monotonic clock, in milliseconds
 */
export function createMetrics(token: string, now: () => number = () => performance.now()): Metrics {
  const series = new Map<string, Series>();
  let inFlight = 0;

  function observe(labels: string, seconds: number): void {
    let one = series.get(labels);
    if (!one) series.set(labels, (one = { buckets: bounds.map(() => 0), count: 0, seconds: 0 }));
    const { buckets } = one;
    bounds.forEach((bound, index) => {
      if (seconds <= bound) buckets[index] = (buckets[index] ?? 0) + 1;
    });
    one.count += 1;
    one.seconds += seconds;
  }

  function render(): string {
    const lines = [
      '# HELP clover_request_seconds Time until the response headers.',
      '# TYPE clover_request_seconds histogram',
    ];
    for (const [labels, { buckets, count, seconds }] of series) {
      bounds.forEach((bound, index) =>
        lines.push(`clover_request_seconds_bucket{${labels},le="${bound}"} ${buckets[index]}`),
      );
      lines.push(
        `clover_request_seconds_bucket{${labels},le="+Inf"} ${count}`,
        `clover_request_seconds_sum{${labels}} ${seconds.toFixed(6)}`,
        `clover_request_seconds_count{${labels}} ${count}`,
      );
    }
    return [
      ...lines,
      '# HELP clover_requests_in_flight Requests without response headers yet.',
      '# TYPE clover_requests_in_flight gauge',
      `clover_requests_in_flight ${inFlight}`,
      '# HELP process_resident_memory_bytes Memory of the process.',
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      '# HELP process_uptime_seconds Time since the start.',
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${Math.round(process.uptime())}`,
      '',
    ].join('\n');
  }

  return {
    async count(request, answer) {
      const part = partOf(new URL(request.url).pathname);
      const startedAt = now();
      let status = 500;
      inFlight += 1;
      try {
        const response = await answer();
        ({ status } = response);
        return response;
      } finally {
        inFlight -= 1;
        observe(`part="${part}",status="${Math.floor(status / 100)}xx"`, (now() - startedAt) / 1000);
      }
    },
    page(request) {
      const headers = { 'cache-control': 'no-store' };
      const bearer = bearerOf(request);
      if (bearer === null || !isSameSecret(bearer, token))
        return new Response(null, { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } });
      return new Response(render(), {
        headers: { ...headers, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      });
    },
  };
}

/** The part of autocannon that the load proof uses. The package has no types. */
declare module 'autocannon' {
  interface CannonRequest {
    method?: string;
    path?: string;
    body?: string;
    headers?: Record<string, string>;
    setupRequest?: (request: CannonRequest) => CannonRequest;
  }
  interface CannonClient {
    setRequests(requests: CannonRequest[]): void;
  }
  interface CannonOptions {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    /** Requests per second on each connection. */
    connectionRate?: number;
    /** In seconds. */
    timeout?: number;
    requests?: CannonRequest[];
    setupClient?: (client: CannonClient) => void;
  }
  interface CannonResult {
    latency: { p50: number; p99: number; max: number };
    requests: { average: number; total: number };
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(options: CannonOptions): Promise<CannonResult>;
}

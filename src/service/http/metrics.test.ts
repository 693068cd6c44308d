import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const token = 'a-token-of-sixteen';
const at = (path: string, authorization?: string) =>
  new Request(`http://localhost:3000${path}`, { headers: authorization ? { authorization } : {} });

describe('metrics', () => {
  it('counts requests by part of the service and status, with the time until the response headers', async () => {
    let time = 0;
    const metrics = createMetrics(token, () => time);
    const answer = (status: number, milliseconds: number) => async () => {
      time += milliseconds;
      return new Response(null, { status });
    };
    await metrics.count(at('/rest/v1/chat_history?select=*'), answer(200, 20));
    await metrics.count(at('/rest/v1/chat_messages'), answer(200, 300));
    await metrics.count(at('/functions/v1/chat/completions'), answer(429, 2));
    await metrics.count(at('/pricing'), answer(200, 1));
    const page = await metrics.page(at('/metrics', `Bearer ${token}`)).text();
    expect(page).toContain('clover_request_seconds_count{part="rest",status="2xx"} 2');
    expect(page).toContain('clover_request_seconds_sum{part="rest",status="2xx"} 0.320000');
    expect(page).toContain('clover_request_seconds_bucket{part="rest",status="2xx",le="0.025"} 1');
    expect(page).toContain('clover_request_seconds_bucket{part="rest",status="2xx",le="1"} 2');
    expect(page).toContain('clover_request_seconds_count{part="functions",status="4xx"} 1');
    expect(page).toContain('clover_request_seconds_count{part="web",status="2xx"} 1');
    expect(page).toContain('clover_requests_in_flight 0');
  });

  it('counts an exception as a 500 and rethrows it', async () => {
    const metrics = createMetrics(token);
    await expect(
      metrics.count(at('/auth/v1/token'), () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
    const page = await metrics.page(at('/metrics', `Bearer ${token}`)).text();
    expect(page).toContain('clover_request_seconds_count{part="auth",status="5xx"} 1');
    expect(page).toContain('clover_requests_in_flight 0');
  });

  it('uses no text from the caller as a label', async () => {
    const metrics = createMetrics(token);
    for (const path of ['/rest/v2/x', '/constructor/v1/x', '/a%22b/v1/x', '/chat/6f1c3a52?q=secret'])
      await metrics.count(at(path), async () => new Response());
    const page = await metrics.page(at('/metrics', `Bearer ${token}`)).text();
    expect(new Set([...page.matchAll(/part="([^"]*)"/g)].map(([, part]) => part))).toEqual(new Set(['web']));
    expect(page).not.toContain('secret');
  });

  it('requires the token', async () => {
    const metrics = createMetrics(token);
    for (const authorization of [undefined, 'Bearer', `Bearer ${token}x`, token, `Basic ${token}`]) {
      const answer = metrics.page(at('/metrics', authorization));
      expect(answer.status).toBe(401);
      expect(await answer.text()).toBe('');
    }
  });
});

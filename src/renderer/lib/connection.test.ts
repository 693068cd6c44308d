import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Connection, createConnection, retryDelay } from './connection.ts';

let answer: Connection;
const ask = vi.fn<() => Promise<Connection>>(async () => answer);
const undos: (() => void)[] = [];

function open() {
  const connection = createConnection(ask);
  const listener = vi.fn<() => void>();
  undos.push(connection.connect(), connection.subscribe(listener));
  return { connection, listener };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  answer = 'online';
  ask.mockClear();
});
afterEach(() => {
  for (const undo of undos.splice(0)) undo();
  vi.restoreAllMocks();
});

describe('the connection', () => {
  it("depends on the service's response, not on one failed request", async () => {
    const { connection, listener } = open();
    connection.reportFailure();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('online');
    answer = 'service';
    connection.reportFailure();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('service');
    expect(listener).toHaveBeenCalledOnce();
  });

  it.each([502, 503, 504])('is checked after a response with the status %i', async (status) => {
    const { connection } = open();
    answer = 'service';
    connection.reportResponse(status);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('service');
  });

  it('sends one check for many failures, then checks at growing intervals', async () => {
    const { connection } = open();
    answer = 'network';
    for (let request = 0; request < 20; request += 1) connection.reportFailure();
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
    expect(ask).toHaveBeenCalledTimes(4);
    expect([0, 1, 2, 3, 4, 5, 6, 20].map(retryDelay)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    answer = 'online';
    await vi.advanceTimersByTimeAsync(8_000);
    expect(connection.get()).toBe('online');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ask).toHaveBeenCalledTimes(5);
  });

  it('is restored by the first response', async () => {
    const { connection } = open();
    answer = 'service';
    connection.reportFailure();
    await vi.advanceTimersByTimeAsync(0);
    connection.reportResponse(401);
    expect(connection.get()).toBe('online');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('follows the browser, and checks again when the page becomes visible', async () => {
    const { connection } = open();
    answer = 'network';
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('network');
    answer = 'online';
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('online');
    answer = 'service';
    connection.reportFailure();
    await vi.advanceTimersByTimeAsync(0);
    ask.mockClear();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(ask).toHaveBeenCalledOnce();
  });

  it('is checked immediately when a page opens without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answer = 'network';
    const { connection } = open();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('network');
  });
});

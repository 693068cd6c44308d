/** [REAL-010], [REAL-011], [REAL-012] */
export const realtimeOptions = {
  heartbeatIntervalMs: 30_000,
  timeout: 10_000,
  reconnectAfterMs: (tries: number): number => [1_000, 2_000, 5_000][tries - 1] ?? 10_000,
};

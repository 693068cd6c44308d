import { expect, it, onTestFinished, vi } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { expectFirstScreen, markFirstScreen } from './first-screen.ts';
import { getSupabase } from './supabase.ts';

it('loads the client once the first screen is shown, so that its code arrives first', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const service = startFakeService();
  expectFirstScreen(new Promise(() => {}));
  const client = getSupabase();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.to('/config.json')).toHaveLength(0);
  markFirstScreen();
  vi.useRealTimers();
  await client;
  expect(service.to('/config.json')).toHaveLength(1);
});

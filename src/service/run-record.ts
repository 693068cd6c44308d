import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivately } from './secrets.ts';

/** In milliseconds. Older unclean starts don't count. */
const maxAge = 86_400_000;

const recordSchema = z.object({
  /** True while the service runs, and still true after it was killed. */
  isRunning: z.boolean(),
  /** Start times after runs that had not stopped properly. */
  uncleanStarts: z.array(z.iso.datetime()),
});
type RunRecord = Readonly<z.infer<typeof recordSchema>>;

async function readRecord(path: string): Promise<RunRecord> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // The file is damaged, or this is the first start. Neither must prevent the start.
    return { isRunning: false, uncleanStarts: [] };
  }
}

/**
 * Records in the data directory that the service is running, and each start after a run that had not stopped properly,
 * for example because of a crash, a killed process or a power cut. Requires the lock of the data directory.
 */
export async function beginRun(dataDir: string, now: () => number = Date.now) {
  const path = join(dataDir, 'run.json');
  const isRecent = (time: string) => now() - Date.parse(time) < maxAge;
  const earlier = await readRecord(path);
  const uncleanStarts = [
    ...earlier.uncleanStarts.filter(isRecent),
    ...(earlier.isRunning ? [new Date(now()).toISOString()] : []),
  ];
  const write = (isRunning: boolean) =>
    writePrivately(path, JSON.stringify({ isRunning, uncleanStarts } satisfies RunRecord));
  await write(true);
  return {
    /** Returns how many starts in the last 24 hours followed a run that had not stopped properly. */
    uncleanStarts: () => uncleanStarts.filter(isRecent).length,
    end: () => write(false),
  };
}

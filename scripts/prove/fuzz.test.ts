import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { channels } from '../../src/shared/ipc/channels.ts';

const run = promisify(execFile);

// Runs in a separate process, because it watches for uncaught errors. `npm run prove -- fuzz` is the long version.
it(
  'hostile calls to every channel of main are refused with a reason and have no effect',
  { timeout: 60_000 },
  async () => {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'fuzz.ts'), '25']);
    for (const channel of Object.values(channels)) expect(stdout).toContain(`${channel} `);
    expect(stdout).toContain(`${Object.keys(channels).length} channels, 25 seeds each: 0 wrong`);
  },
);

import { spawn } from 'node:child_process';
import { waitFor } from '../../prove/lib/figures.ts';
import { stopProcess } from '../../prove/lib/service-process.ts';

/** Starts another product's server in Node, and waits until its port responds. */
export async function startPeer(main: string, args: readonly string[], port: number) {
  const child = spawn(process.execPath, [main, ...args], { stdio: 'ignore' });
  const stop = () => stopProcess(child);
  const responds = async () => {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    return fetch(`http://127.0.0.1:${port}/`).then(
      async (response) => {
        await response.body?.cancel();
        return true;
      },
      () => false,
    );
  };
  try {
    await waitFor(responds, 60_000, 'its server');
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid ?? 0, stop };
}

import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';
import type { BcryptResult, BcryptJob } from './bcrypt.ts';

function work(job: BcryptJob): BcryptResult {
  try {
    const result =
      job.kind === 'hash' ? hashSync(job.password, job.cost) : compareSync(job.password, job.hash);
    return { id: job.id, result };
  } catch {
    return { id: job.id, result: null };
  }
}

// Runs one job at a time. In parallel, all jobs would finish as late as the last one.
parentPort?.on('message', (job: BcryptJob) => parentPort?.postMessage(work(job)));

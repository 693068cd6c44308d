import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';
import type { BcryptAnswer, BcryptJob } from './bcrypt.ts';

function work(job: BcryptJob): BcryptAnswer {
  try {
    const result =
      job.kind === 'hash' ? hashSync(job.password, job.cost) : compareSync(job.password, job.hash);
    return { id: job.id, result };
  } catch {
    return { id: job.id, result: null };
  }
}

// One after the other: side by side they would all be done only when the last one is.
parentPort?.on('message', (job: BcryptJob) => parentPort?.postMessage(work(job)));

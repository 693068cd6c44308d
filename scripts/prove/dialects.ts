// Reads the recorded streams of every dialect with every reader: all must return the same reply. Each stream is read
// whole, byte by byte, and in two parts, split at every position. The readers are the provider client, the gateway, the
// main process with a user's own key, and a running service, which reads each stream only whole and byte by byte.
// `npm run prove -- dialects` also compares the requests with the golden files.
import { proveDialects } from './lib/dialect-proof.ts';
import { secondsSince } from './lib/figures.ts';

const started = performance.now();
const differences = await proveDialects(({ way, dialect, streams, readings, seconds, differences: wrong }) =>
  console.log(
    `${way.padEnd(16)} ${dialect.padEnd(17)} ${String(streams).padStart(3)} streams ${String(readings).padStart(7)} readings ` +
      `${String(wrong.length).padStart(4)} wrong ${seconds.toFixed(1).padStart(6)} s`,
  ),
);

for (const difference of differences.slice(0, 20)) console.log(`WRONG ${difference}`);
console.log(`${differences.length} wrong, ${secondsSince(started).toFixed(0)} s in total`);
process.exitCode = differences.length === 0 ? 0 : 1;

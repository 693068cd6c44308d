// npm run dev: runs the service on port 3000, and the web app with hot reload in front of it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { childEnvironment, nodeBinary, passOnSignals, root } from './lib/run.mjs';
import { ensurePackages } from './lib/setup.mjs';

await ensurePackages();
await ensureBuilt('web', 'service');
const start = (args) => spawn(nodeBinary(), args, { cwd: root, stdio: 'inherit', env: childEnvironment() });
const children = [
  start(['--enable-source-maps', join('out', 'service', 'main.js')]),
  start([join('node_modules', 'vite', 'bin', 'vite.js'), 'src/renderer']),
];
for (const child of children) {
  passOnSignals(child);
  child.once('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode ??= code ?? 0;
  });
}

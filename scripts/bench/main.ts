// npm run bench [desktop|history|pages|replies|streaming ...]: measures costs that must not grow, as ratios within
// one run and as times on this machine. Exits with 1 if a figure exceeds its limit.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const parts = {
  desktop:
    'the start of the desktop app, its memory, its idle processor time (needs a build: npm run build:desktop)',
  history: 'the chat list and the end of a chat, as the database answers them',
  pages: 'a page with many chats, a long chat, a keystroke (needs a build: npm start once)',
  replies: 'replies in the app: four models compared, and reasoning (needs a build: npm start once)',
  streaming: 'a streamed reply on the page',
} as const;

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.keys(parts).includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Choose from ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

/** Runs each benchmark in a separate process, so that its memory doesn't affect the next one. */
const run = (name: string) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' });
    child.once('exit', (code) => resolve(code === 0));
  });

for (const [name, about] of Object.entries(parts)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.log(`\n${name}: ${about}`);
  if (!(await run(name))) process.exitCode = 1;
}

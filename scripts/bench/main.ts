// npm run bench [desktop|history|pages|peers|replies|streaming|table ...]: measures costs that must not increase.
// Without a part, prints the table of budgets. Exits with 1 if a figure exceeds its limit.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const parts = {
  desktop:
    'the start of the desktop app, its memory, its idle processor time (needs a build: npm run build:desktop)',
  history: "the database time of the chat list and of a chat's last page",
  pages: 'a page with many chats, a long chat, a keystroke (needs a build: npm start once)',
  peers: 'the same work with other products, as ratios (downloads them into a temporary folder)',
  replies: 'replies in the app: four models compared, and reasoning (needs a build: npm start once)',
  streaming: 'a streamed reply on the page',
  table: 'what users feel, compared with its budgets; --only NAME measures one part',
} as const;

const words = process.argv.slice(2);
const firstFlag = words.findIndex((word) => word.startsWith('--'));
const names = firstFlag === -1 ? words : words.slice(0, firstFlag);
const flags = firstFlag === -1 ? [] : words.slice(firstFlag);
const unknown = names.filter((name) => !Object.keys(parts).includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Choose from ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

/** Runs each benchmark in a separate process, so that its memory doesn't affect the next one. */
const run = (name: string) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...flags], {
      stdio: 'inherit',
    });
    child.once('exit', (code) => resolve(code === 0));
  });

const requested = names.length === 0 ? ['table'] : names;
for (const [name, about] of Object.entries(parts)) {
  if (!requested.includes(name)) continue;
  console.log(`\n${name}: ${about}`);
  if (!(await run(name))) process.exitCode = 1;
}

// Checks the subjects of the commits after `base`: `type(scope): subject`, at most 60 characters. Does nothing in a
// shallow clone, where `base` is missing.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** The rules apply to the commits after this one. */
const base = 'c9fe5aa03654d48f51568522fbfc8be7a6699824';
const types = 'feat|fix|perf|refactor|test|docs|build|chore|style';
const form = new RegExp(`^(?:${types})(?:\\([a-z0-9-]+\\))?: \\S`);
const maxLength = 60;

/** Returns the problem of a subject, or null. */
export function checkSubject(subject: string): string | null {
  if (subject.length > maxLength) return `has ${subject.length} characters, more than ${maxLength}`;
  return form.test(subject) ? null : 'is not "type(scope): subject"';
}

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

if (import.meta.main) {
  const isKnown = git('merge-base', '--is-ancestor', base, 'HEAD').status === 0;
  const { stdout } = isKnown ? git('log', '--no-merges', '--format=%s', `${base}..HEAD`) : { stdout: '' };
  const subjects = stdout.split('\n').filter(Boolean);
  const problems = subjects.flatMap((subject) => checkSubject(subject)?.concat(`: ${subject}`) ?? []);
  for (const problem of problems) console.error(`A commit subject ${problem}`);
  process.exit(problems.length === 0 ? 0 : 1);
}

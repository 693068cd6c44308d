import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { settingsSchema } from '../../../src/main/settings/settings.ts';

const run = promisify(execFile);
const script = (name: string) => join(import.meta.dirname, name);

export interface SettingsKills {
  readonly kills: number;
  /** The number of acknowledged writes in all rounds. */
  readonly acknowledged: number;
  /** The number of rounds after which the settings file was incomplete. */
  readonly incomplete: number;
  /** The number of rounds after which an acknowledged write was lost. */
  readonly lost: number;
  /** The other files in the folder at the end. One temporary file is allowed. */
  readonly left: readonly string[];
}

/** Kills a process at random moments while it writes settings, `kills` times on the same file. */
export async function killSettingsWriter(kills: number, random = Math.random): Promise<SettingsKills> {
  const directory = await mkdtemp(join(tmpdir(), 'clover-settings-'));
  const file = join(directory, 'settings.json');
  let [acknowledged, incomplete, lost] = [0, 0, 0];
  try {
    for (let round = 0; round < kills; round += 1) {
      const child = spawn(process.execPath, [script('settings-writer.ts'), directory], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const numbers: number[] = [];
      let tail = '';
      child.stdout.on('data', (chunk) => {
        const lines = (tail + String(chunk)).split('\n');
        tail = lines.pop() ?? '';
        numbers.push(...lines.map(Number));
      });
      await once(child.stdout, 'data');
      setTimeout(() => child.kill('SIGKILL'), random() * 40);
      await once(child, 'close');
      const before = acknowledged;
      acknowledged = Math.max(acknowledged, ...numbers);
      const saved = settingsSchema.safeParse(await readJson(file));
      // There is no file before the first write.
      if (!saved.success && acknowledged > 0) incomplete += 1;
      const found = Number(saved.data?.uiState['count'] ?? 0);
      // The file may be one write ahead if the process was killed between saving and printing.
      if (numbers[0] !== undefined && numbers[0] < before) lost += 1;
      else if (found < acknowledged || found > acknowledged + 1) lost += 1;
      acknowledged = Math.max(acknowledged, found);
    }
    const left = (await readdir(directory)).filter((name) => name !== 'settings.json');
    return { kills, acknowledged, incomplete, lost, left };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
};

export interface BadFile {
  readonly name: string;
  readonly put: (path: string) => Promise<unknown>;
  /** Whether the app can read the file and so reports nothing. */
  readonly isReadable?: boolean;
}

const incomplete = '{"closeToTray":true,"uiState":{"sidebar_state":"coll';
export const badFiles: readonly BadFile[] = [
  { name: 'incomplete', put: (path) => writeFile(path, incomplete) },
  { name: 'empty', put: (path) => writeFile(path, '') },
  { name: 'zeros, as after a power cut', put: (path) => writeFile(path, '\0'.repeat(4_096)) },
  { name: 'with a wrong type', put: (path) => writeFile(path, '{"port":"many"}') },
  {
    name: 'a folder instead of a file',
    put: async (path) => {
      await mkdir(path);
      await writeFile(join(path, 'theirs'), 'x');
    },
  },
  {
    name: 'read-only',
    isReadable: true,
    put: async (path) => {
      await writeFile(path, '{"closeToTray":true}');
      await chmod(path, 0o400);
    },
  },
];

/** Starts the app on a bad settings file. Resolves to the failure, or null. */
export async function startOnBadFile({ put, isReadable = false }: BadFile): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), 'clover-settings-'));
  try {
    await put(join(directory, 'settings.json'));
    const { windows, messages } = await startDesktop(directory);
    if (windows !== 1) return 'no window was opened';
    const names = await readdir(directory);
    const aside = names.find((name) => name.startsWith('settings.json.unreadable-'));
    const exists = names.includes('settings.json');
    const saved = settingsSchema.safeParse(await readJson(join(directory, 'settings.json')));
    // Without a settings file, the next start uses the defaults and reports nothing.
    if (exists && !saved.success) return "what was saved can't be read";
    if (isReadable) return messages.length === 0 && saved.data?.closeToTray ? null : 'it was not read';
    if (aside === undefined) return 'the old one is gone';
    return messages.some((text) => text.includes(aside)) ? null : 'it was not reported';
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface StartReport {
  readonly windows: number;
  readonly messages: readonly string[];
}

async function startDesktop(directory: string): Promise<StartReport> {
  const { stdout } = await run(process.execPath, [script('desktop-start.ts'), directory]);
  return JSON.parse(stdout) as StartReport;
}

/**
 * Starts the app on a 64 kB disk that is full, nearly full or read-only, and changes a setting. The app must report why
 * it can't save the setting, and keep the old ones.
 * @returns one line per failure; null if this system cannot create such a disk
 */
export async function startOnBadDisk(): Promise<readonly string[] | null> {
  const disk = await mkdtemp(join(tmpdir(), 'clover-disk-'));
  // Prints the windows, the messages and the file's content, because only this process has access to the disk.
  const steps = (fill: string) => `
    set -e; mount -t tmpfs -o size=64k tmpfs "$1"; cd "$1"
    printf '{"closeToTray":true,"uiState":{"fill":"%s"}}' "$(head -c 9000 /dev/zero | tr '\\0' x)" > settings.json
    before=$(mktemp); cp settings.json "$before"; ${fill}
    "$2" "$3" "$1" change; cmp settings.json "$before" && echo same; rm "$before"`;
  const isolate = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
  const shell = (text: string) =>
    run('unshare', [...isolate, 'sh', '-c', text, 'sh', disk, process.execPath, script('desktop-start.ts')]);
  try {
    await shell('mount -t tmpfs tmpfs "$1"');
  } catch {
    await rm(disk, { recursive: true, force: true });
    return null;
  }
  const wrong: string[] = [];
  const disks = {
    'a full disk': [`head -c 200000 /dev/zero > rest 2>/dev/null || true`, 'the disk is full'],
    // Enough for the installation's small file and half of the settings.
    'a disk with 8 kB left': [
      `head -c 200000 /dev/zero > rest 2>/dev/null || true; truncate -s -8192 rest`,
      'the disk is full',
    ],
    'a disk that is read-only': [`mount -o remount,ro "$1"`, 'the disk is read-only'],
  };
  for (const [name, [fill = '', sentence = '']] of Object.entries(disks)) {
    const { stdout } = await shell(steps(fill));
    const [report = '{}', same] = stdout.trim().split('\n');
    const seen = JSON.parse(report) as StartReport;
    if (seen.windows !== 1) wrong.push(`${name}: no window was opened`);
    if (!seen.messages.some((text) => text.includes(sentence))) wrong.push(`${name}: it was not reported`);
    if (same !== 'same') wrong.push(`${name}: the old settings are gone`);
  }
  await rm(disk, { recursive: true, force: true });
  return wrong;
}

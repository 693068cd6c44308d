// Tests on this machine don't run the pipelines and the container, so without these checks, a renamed script or a
// removed job would go unnoticed.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
// The YAML parser that electron-updater uses.
const yaml = createRequire(createRequire(import.meta.url).resolve('electron-updater'))('js-yaml') as {
  load(text: string): unknown;
};
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json')));

const step = z.object({
  run: z.string().default(''),
  uses: z.string().optional(),
  env: z.record(z.string(), z.unknown()).default({}),
  with: z.record(z.string(), z.unknown()).default({}),
});
const workflow = z.object({
  permissions: z.unknown(),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      'timeout-minutes': z.number(),
      strategy: z.object({ matrix: z.record(z.string(), z.array(z.unknown())) }).optional(),
      steps: z.array(step),
    }),
  ),
});
const read = (name: string) => workflow.parse(yaml.load(textOf(`.github/workflows/${name}.yml`)));
const ci = read('ci');
const desktop = read('desktop');
const commandsOf = (job: (typeof ci.jobs)[string] | undefined) => job?.steps.map(({ run }) => run) ?? [];

describe('the pipelines', () => {
  it('run npm test with the long journeys on three systems', () => {
    const { test } = ci.jobs;
    const systems = test?.strategy?.matrix['os']?.map((name) => String(name).split('-')[0]);
    expect(systems).toEqual(['ubuntu', 'windows', 'macos']);
    expect(commandsOf(test)).toContain('npm test -- --all');
  });

  it('check migrations and functions on both versions of PostgreSQL, and in a hosted project', () => {
    const { migrations, hosted } = ci.jobs;
    expect(migrations?.strategy?.matrix['postgres']).toEqual([15, 17]);
    expect(commandsOf(migrations)).toEqual(
      expect.arrayContaining(['npm run test:service', 'npm run test:functions']),
    );
    expect(commandsOf(hosted)).toContain('npm run prove -- everywhere');
  });

  it('block every lazily loaded file', () => {
    const step = ci.jobs['lazy']?.steps.find(({ run }) => run === 'npm run test:e2e -- lazy');
    expect(step?.env).toEqual({ CLOVER_LAZY: 'full' });
  });

  it('test the desktop app on three systems and both processors before building it', () => {
    const { test, build } = desktop.jobs;
    const names = z.array(z.object({ name: z.string() })).parse(test?.strategy?.matrix['include']);
    expect(names.map(({ name }) => name).toSorted()).toEqual(
      ['Linux', 'Windows', 'macOS'].flatMap((system) => [`${system} arm64`, `${system} x64`]),
    );
    expect(commandsOf(test).join('\n')).toContain('npm run test:desktop');
    expect(build?.needs).toBe('test');
  });

  it('build the desktop packages for three systems', () => {
    const { build } = desktop.jobs;
    expect(build?.strategy?.matrix['include']).toEqual(
      ['--linux', '--win', '--mac'].map((target) => expect.objectContaining({ target })),
    );
    expect(commandsOf(build).join('\n')).toContain('electron-builder ${{ matrix.target }}');
  });

  it.each([
    ['ci', ci],
    ['desktop', desktop],
  ])('in %s use existing scripts, pinned actions and no default rights', (_name, pipeline) => {
    expect(pipeline.permissions).toEqual({ contents: 'read' });
    const jobs = Object.values(pipeline.jobs);
    const steps = jobs.flatMap((job) => job.steps);
    const named = (pattern: RegExp) =>
      steps.flatMap(({ run }) => [...run.matchAll(pattern)].map(([, name = '']) => name));
    const unknown = [
      ...named(/npm run ([\w:-]+)/g).filter((script) => !(script in manifest.scripts)),
      ...named(/node (scripts\/[\w/.-]+)/g).filter((file) => !existsSync(join(root, file))),
      ...jobs.flatMap(({ needs = [] }) => needs).filter((job) => !(job in pipeline.jobs)),
    ];
    expect(unknown).toEqual([]);
    const actions = steps.flatMap(({ uses, with: options }) => (uses ? [{ uses, options }] : []));
    expect(actions.filter(({ uses }) => !/^actions\/[\w-]+@v\d+\.\d+\.\d+$/.test(uses))).toEqual([]);
    const checkouts = actions.filter(({ uses }) => uses.startsWith('actions/checkout@'));
    expect(checkouts).not.toEqual([]);
    for (const { options } of checkouts) expect(options['persist-credentials']).toBe(false);
  });
});

describe('the container', () => {
  const dockerfile = textOf('Dockerfile');
  const compose = z
    .object({
      services: z.record(
        z.string(),
        z.looseObject({
          build: z.union([z.string(), z.object({ context: z.string(), target: z.string() })]),
        }),
      ),
    })
    .parse(yaml.load(textOf('compose.yaml')));

  it("runs on the packages' Node, and copies existing files", () => {
    const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
    expect(images).toEqual([manifest.devDependencies['node'], manifest.devDependencies['node']]);
    for (const path of ['package-lock.json', 'supabase/migrations', 'supabase/seed.sql', 'LICENSE'])
      expect([path, dockerfile.includes(path), existsSync(join(root, path))]).toEqual([path, true, true]);
  });

  it('is hardened, like the tools that work on its data', () => {
    const { clover, tools } = compose.services;
    for (const service of [clover, tools])
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        volumes: ['clover-data:/data'],
      });
    expect(tools?.build).toEqual({ context: '.', target: 'build' });
    expect(dockerfile).toMatch(/^FROM \S+ AS build$/m);
    expect(tools?.['user']).toBe('node');
    for (const script of ['restore', 'keys:rotate', 'move'])
      expect(manifest.scripts).toHaveProperty([script]);
  });
});

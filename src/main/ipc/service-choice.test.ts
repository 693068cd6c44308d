import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import { maxServices } from '../service/remembered-services.ts';
import { SaveError } from '../settings/save-error.ts';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import { invoke, resetElectron } from '../testing/electron.ts';
import { registerServiceChoice } from './service-choice.ts';

const serviceAt = (host: string) => ({
  address: `https://${host}`,
  url: `https://data.${host}`,
  publishableKey: 'publishable',
});
const team = serviceAt('team.example');
const chat = serviceAt('chat.example');

/** The only host without a service. */
const noService = 'other.example';
const fetch: typeof globalThis.fetch = async (input) => {
  const { host, pathname } = new URL(input as string);
  if (host === noService) return new Response('<!doctype html>');
  return Response.json(
    pathname === '/healthz'
      ? { status: 'ok' }
      : { supabaseUrl: `https://data.${host}`, supabaseKey: 'publishable' },
  );
};

let saved: Settings;
let relaunches: number;
let deleted: string[];
/** Services whose unsaved replies were deleted. */
let forgottenReplies: string[];
let isVaultOpen: boolean;
let isDiskFull: boolean;

const register = (isFixed = false) =>
  registerServiceChoice({
    settings: {
      read: () => saved,
      write: (next) => {
        if (isDiskFull) throw new SaveError(Object.assign(new Error(), { code: 'ENOSPC' }));
        saved = settingsSchema.parse(next);
      },
    },
    fetch,
    vault: {
      deleteAllOf: async (service) => {
        deleted.push(service);
        return isVaultOpen;
      },
    },
    unsaved: { deleteAllOfService: (service) => void forgottenReplies.push(service) },
    isFixed,
    readCertificate: async (origin) => ({ subject: origin, issuer: 'Example CA' }),
    relaunch: () => void (relaunches += 1),
  });
const use = (address: string | null) => invoke(channels.useService, [{ address }]);
const forget = (address: string) => invoke(channels.forgetService, [{ address }]);

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  saved = settingsSchema.parse({ zoom: 1 });
  relaunches = 0;
  deleted = [];
  forgottenReplies = [];
  isVaultOpen = true;
  isDiskFull = false;
});

describe('the services of a computer', () => {
  it('are remembered with their URLs, and the app restarts with the chosen one', async () => {
    register();
    await use('team.example');
    await use('chat.example');
    expect(saved).toMatchObject({ service: chat, services: [team, chat], zoom: 1 });
    await use(null);
    expect(saved).not.toHaveProperty('service');
    expect(saved.services).toEqual([team, chat]);
    await use(team.address);
    expect(saved).toMatchObject({ service: team, services: [chat, team] });
    await vi.waitFor(() => expect(relaunches).toBe(4));
  });

  it('are checked before the user decides, and only the certificate of the checked one can be read', async () => {
    register();
    const readCertificate = (address: string) => invoke(channels.readCertificate, [{ address }]);
    expect(await readCertificate(team.address)).toBeNull();
    expect(await invoke(channels.checkService, [{ address: 'team.example' }])).toEqual({
      address: team.address,
    });
    expect(await readCertificate(team.address)).toEqual({ subject: team.address, issuer: 'Example CA' });
    expect(await readCertificate(chat.address)).toBeNull();
    await expect(invoke(channels.checkService, [{ address: noService }])).rejects.toThrow(
      'not a Clover service',
    );
    expect(saved.services).toEqual([]);
  });

  it('are followed by the step for a key during the first start, and by none later', async () => {
    register();
    await use(team.address);
    expect(saved).not.toHaveProperty('firstStart');
    for (const address of [team.address, null]) {
      saved = settingsSchema.parse({ ...saved, firstStart: 'choose' });
      // oxlint-disable-next-line no-await-in-loop -- one after the other, like a user
      await use(address);
      expect(saved.firstStart).toBe('key');
    }
    saved = settingsSchema.parse({ firstStart: 'choose' });
    await expect(use(noService)).rejects.toThrow('is not a Clover service');
    expect(saved.firstStart).toBe('choose');
  });

  it('include the service in use from an older settings file', async () => {
    saved = settingsSchema.parse({ service: team });
    register();
    await use(null);
    expect(saved.services).toEqual([team]);
  });

  it('are unchanged if there is no service at the URL, or if the environment sets the service', async () => {
    register();
    await use(team.address);
    await expect(use(noService)).rejects.toThrow('is not a Clover service');
    expect(saved.service).toEqual(team);
    resetElectron();
    register(true);
    await expect(use(null)).rejects.toThrow('An administrator of this computer set the service');
    expect(saved.service).toEqual(team);
  });

  it('are limited in number', async () => {
    register();
    const hosts = Array.from({ length: maxServices + 2 }, (_, index) => `s${index}.example`);
    // oxlint-disable-next-line no-await-in-loop -- one after the other, like a user
    for (const host of hosts) await use(host);
    expect(saved.services).toHaveLength(maxServices);
    expect(saved.services.at(0)?.address).toBe('https://s2.example');
    expect(saved.services.at(-1)).toEqual(saved.service);
  });

  it('are removed with their keys and unsaved replies, except the one in use', async () => {
    saved = settingsSchema.parse({ service: chat, services: [team, chat] });
    register();
    await expect(forget(chat.address)).rejects.toThrow('in use');
    expect(await forget(team.address)).toEqual({ areKeysDeleted: true });
    expect(deleted).toEqual(['https://data.team.example']);
    expect(forgottenReplies).toEqual(deleted);
    expect(saved.services).toEqual([chat]);
    await expect(forget(team.address)).rejects.toThrow('no longer in the list');
  });

  it('are removed even if the keychain is locked, which is reported', async () => {
    saved = settingsSchema.parse({ services: [team] });
    isVaultOpen = false;
    register();
    expect(await forget(team.address)).toEqual({ areKeysDeleted: false });
    expect(saved.services).toEqual([]);
  });

  it('are kept with their keys if the removal cannot be saved', async () => {
    saved = settingsSchema.parse({ services: [team] });
    isDiskFull = true;
    register();
    await expect(forget(team.address)).rejects.toThrow('the disk is full');
    expect(deleted).toEqual([]);
    expect(saved.services).toEqual([team]);
  });

  it('keep the keys of a service that has another URL', async () => {
    saved = settingsSchema.parse({
      service: chat,
      services: [{ ...chat, address: 'https://old.example' }, chat],
    });
    register();
    expect(await forget('https://old.example')).toEqual({ areKeysDeleted: true });
    expect([...deleted, ...forgottenReplies]).toEqual([]);
  });
});

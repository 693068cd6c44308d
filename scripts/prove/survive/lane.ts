import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Browser } from 'playwright';
import { startTestService, type TestService } from '../../../e2e/support/service.ts';
import { dataOf } from './answers.ts';
import { smallQuota } from './acts.ts';
import { DeviceBrowser } from './device-browser.ts';
import type { LoggingVendor } from './vendor-log.ts';

const withoutStoredSession = { auth: { persistSession: false, autoRefreshToken: false } };

/** A new account with one session for each device, and one for the harness. */
export interface Account {
  readonly userId: string;
  /** One session for each device, as the app stores it. */
  readonly sessions: readonly string[];
  /** A client that is signed in as the user. */
  readonly client: SupabaseClient;
}

/** A separate service on which histories run one after another. Killing it does not affect other lanes. */
export class Lane {
  readonly browser: Browser;
  readonly vendor: LoggingVendor;
  readonly service: TestService;
  /** A client with the secret key. */
  readonly admin: SupabaseClient;
  #restart: Promise<void> | null = null;
  readonly #idle: DeviceBrowser[] = [];

  private constructor(browser: Browser, vendor: LoggingVendor, service: TestService) {
    this.browser = browser;
    this.vendor = vendor;
    this.service = service;
    this.admin = createClient(service.url, service.secretKey, withoutStoredSession);
  }

  static async open(browser: Browser, vendor: LoggingVendor): Promise<Lane> {
    const lane = new Lane(browser, vendor, await startTestService());
    await lane.#connectVendor();
    return lane;
  }

  async #connectVendor(): Promise<void> {
    const vendors = () => this.admin.from('api_vendors');
    await vendors().update({ is_active: false }).eq('is_active', true).throwOnError();
    await vendors()
      .update({ is_active: true, endpoint_url: this.vendor.vendor.endpoints.ollama })
      .eq('name', 'ollama')
      .throwOnError();
    const set = (key: string, value: string) =>
      this.admin
        .from('system_settings')
        .update({ setting_value: value })
        .eq('setting_key', key)
        .throwOnError();
    await set('starter_messages_per_day', String(smallQuota));
    await set('failover', 'false');
  }

  /** Kills the service with SIGKILL and starts it again on the same data. */
  kill(): Promise<void> {
    this.#restart ??= this.service.crashAndRestart().finally(() => (this.#restart = null));
    return this.#restart;
  }

  async newAccount(devices: number, quota: number | null): Promise<Account> {
    const credentials = { email: `${crypto.randomUUID()}@example.test`, password: crypto.randomUUID() };
    const { user } = await dataOf<{ readonly user: { readonly id: string } }>(
      this.admin.auth.admin.createUser({ ...credentials, email_confirm: true }),
    );
    const plan = quota === null ? 'professional' : 'starter';
    await this.admin.from('subscriptions').insert({ user_id: user.id, plan, source: 'admin' }).throwOnError();
    const signIn = async () => {
      const client = createClient(this.service.url, this.service.publishableKey, withoutStoredSession);
      const { session } = await dataOf<{ readonly session: object }>(
        client.auth.signInWithPassword(credentials),
      );
      return { client, session: JSON.stringify(session) };
    };
    const sessions: string[] = [];
    for (let device = 0; device < devices; device += 1) sessions.push((await signIn()).session);
    const { client } = await signIn();
    return { userId: user.id, sessions, client };
  }

  async takeBrowser(isInstallable: boolean): Promise<DeviceBrowser> {
    const place = this.#idle.findIndex((browser) => browser.isInstallable === isInstallable);
    const [idle] = place < 0 ? [] : this.#idle.splice(place, 1);
    return idle ?? (await DeviceBrowser.open(this.browser, this.service.url, isInstallable));
  }

  returnBrowser(browser: DeviceBrowser): void {
    this.#idle.push(browser);
  }

  async close(): Promise<void> {
    for (const browser of this.#idle) await browser.close();
    await this.service.stop();
  }
}

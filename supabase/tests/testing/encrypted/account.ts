import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../../src/service/database/database.ts';
import type { RunningTestService } from '../../../../src/service/testing/running-service.ts';
import { type HistoryState, toClaim } from '../../../../src/shared/vault/history-claim.ts';
import {
  createHistoryService,
  type HistoryService,
} from '../../../../src/shared/encrypted-history/service.ts';
import type { Vault } from '../../../../src/shared/vault/account-keys.ts';
import { signIn, type SignedIn } from '../callers.ts';
import { createChatChecker } from '../chat-checker.ts';
import { type EncryptedDevice, openEncryptedDevice } from '../encrypted-device.ts';
import { compareFiles } from './attach.ts';
import { type Act, acts } from './acts.ts';
import { Ledger } from './ledger.ts';
import { compareImages } from './image.ts';
import type { Writer } from './writer.ts';

export interface AccountOptions {
  readonly database: Database;
  readonly service: RunningTestService;
  /** The share of requests that are lost, or whose responses are lost. */
  readonly loss: number;
  /** Returns a random number from 0 to less than 1. */
  readonly random: () => number;
}

const kinds = Object.keys(acts) as Act[];
const key = 'sb_publishable_test';

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new TextDecoder('latin1').decode(body) : '';
};

/**
 * An account whose devices lose requests and responses. Collects differences between its texts and what was written.
 */
export class LossyAccount {
  readonly ledger = new Ledger();
  readonly failures: string[] = [];
  readonly figures = { requests: 0, lost: 0, reloads: 0 };
  /** Chats to which all devices write. */
  readonly shared: string[] = [];
  /** Set while no request of the devices may contain plain text. */
  isWatched = false;
  readonly user: SignedIn;
  /** A client without encryption. */
  readonly plain: SupabaseClient;
  readonly #options: AccountOptions;

  private constructor(options: AccountOptions, user: SignedIn) {
    this.#options = options;
    this.user = user;
    this.plain = createClient(options.service.url, key, {
      auth: { persistSession: false },
      accessToken: async () => user.token,
    });
  }

  static async create(options: AccountOptions): Promise<LossyAccount> {
    return new LossyAccount(options, await signIn(options.service, { plan: 'professional' }));
  }

  /** Opens the account on a device whose page was just loaded, so it has no keys. */
  async open(vault: Vault) {
    const { service } = this.#options;
    return openEncryptedDevice(service, this.user, vault, await this.state(), this.#fetch);
  }

  /** Creates a device. Without a vault, it stores plain text. */
  writer(vault?: Vault): Writer {
    let client = this.plain;
    let device: EncryptedDevice | null = null;
    return {
      service: this.#options.service,
      user: this.user,
      ledger: this.ledger,
      shared: this.shared,
      own: [],
      below: (limit) => this.below(limit),
      check: createChatChecker(),
      client: () => client,
      requests: () => device?.service ?? this.requests(),
      history: () => device?.history ?? null,
      reload: async () => {
        this.figures.reloads += 1;
        if (!vault) return;
        device = await this.open(vault);
        ({ client } = device);
      },
    };
  }

  requests(): HistoryService {
    const { url } = this.#options.service;
    const credentials = { apikey: key, authorization: `Bearer ${this.user.token}` };
    return createHistoryService(fetch, `${url}/rest/v1/`, credentials, null);
  }

  async state(): Promise<HistoryState> {
    const [row] = await this.requests().read('account_encryption', `select=state&user_id=eq.${this.user.id}`);
    return toClaim(row?.['state'], null).state;
  }

  /** Converts the history until the state has changed. Any request may be lost and interrupt the conversion. */
  async convert(vault: Vault, from: HistoryState): Promise<void> {
    for (let attempt = 1; attempt <= 500 && (await this.state()) === from; attempt += 1) {
      const device = await this.open(vault);
      await device.convert().catch((error: unknown) => {
        // 409, because another device has finished the conversion.
        if (!(error instanceof TypeError) && !String(error).includes('409'))
          this.failures.push(String(error));
      });
    }
  }

  async perform(writer: Writer, acting: readonly Act[]): Promise<void> {
    for (const act of acting)
      try {
        await acts[act](writer);
      } catch (error) {
        this.failures.push(`${act}: ${String(error)}`);
      }
  }

  /** Performs `count` random acts on each device. All devices act at the same time. */
  async performAll(writers: readonly Writer[], count: number): Promise<void> {
    const choose = () => Array.from({ length: count }, () => kinds[this.below(kinds.length)] ?? 'say');
    await Promise.all(writers.map((writer) => this.perform(writer, choose())));
  }

  /** @param device null to read without encryption */
  async compare(device: EncryptedDevice | null, when: string): Promise<void> {
    const { client } = device ?? { client: this.plain };
    const requests = () => device?.service ?? this.requests();
    const history = () => device?.history ?? null;
    const { user, ledger } = this;
    const differences = [
      ...(await ledger.compare(client)),
      ...(await compareFiles({ requests, history }, ledger)),
      ...(await compareImages({ service: this.#options.service, user, ledger, requests, history })),
    ];
    for (const difference of differences) this.failures.push(`${when}: ${difference}`);
  }

  below(limit: number): number {
    return Math.floor(this.#options.random() * limit);
  }

  readonly #fetch: typeof fetch = async (input, init) => {
    this.figures.requests += 1;
    if (this.isWatched && textOf(init?.body).includes(this.ledger.marker))
      this.failures.push(`sent as plain text: ${new Request(input).url}`);
    await pause(this.below(4));
    const isLost = this.#options.random() < this.#options.loss;
    const response = isLost && this.below(2) === 0 ? null : await fetch(input, init);
    if (!isLost && response) return response;
    await response?.arrayBuffer();
    this.figures.lost += 1;
    throw new TypeError('fetch failed');
  };
}

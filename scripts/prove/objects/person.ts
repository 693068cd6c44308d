import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Random } from '../lib/random.ts';
import type { ServiceProcess } from '../lib/service-process.ts';
import { uploadInPieces } from './upload-in-pieces.ts';

/** How often each act is chosen, relative to the others. */
const weights = {
  upload: 22,
  uploadInPieces: 12,
  cancelUpload: 8,
  send: 22,
  download: 14,
  removeFile: 6,
  deleteMessage: 9,
  deleteChat: 5,
  deleteAccount: 2,
};
type Act = keyof typeof weights;

interface StoredFile {
  readonly path: string;
  readonly hash: string;
  readonly size: number;
}

interface Message {
  readonly id: string;
  readonly chat: string;
  readonly files: readonly StoredFile[];
}

interface Account {
  readonly id: string;
  readonly client: SupabaseClient;
  readonly headers: Readonly<Record<string, string>>;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const createImage = (size: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(size)]));

/** An account that acts at random. Remembers only what the service has confirmed. */
export class Person {
  readonly #service: () => ServiceProcess;
  readonly #random: Random;
  #account: Account | null = null;
  /** Uploaded, and not sent with a message yet. */
  #unsent: StoredFile[] = [];
  #messages: Message[] = [];

  constructor(service: () => ServiceProcess, random: Random) {
    this.#service = service;
    this.#random = random;
  }

  /** Performs one act. Rejects if the service is killed meanwhile; then its effect is not known. */
  async act(): Promise<void> {
    this.#account ??= await this.#signUp();
    await this[this.#random.weighted<Act>(weights)](this.#account);
  }

  /** Returns the paths of files that belong to messages and are lost or changed. */
  async findDamage(): Promise<string[]> {
    const damaged: string[] = [];
    for (const file of this.#messages.flatMap(({ files }) => files))
      if (!(await this.#isIntact(file))) damaged.push(file.path);
    return damaged;
  }

  get fileCount(): number {
    return this.#messages.flatMap(({ files }) => files).length;
  }

  async #signUp(): Promise<Account> {
    const { admin, newClient, publishableKey } = this.#service();
    const credentials = { email: `${randomUUID()}@example.test`, password: randomUUID() };
    const created = await admin.auth.admin.createUser({ ...credentials, email_confirm: true });
    if (created.error) throw created.error;
    const { id } = created.data.user;
    await admin
      .from('subscriptions')
      .insert({ user_id: id, plan: 'professional', source: 'admin' })
      .throwOnError();
    const client = newClient();
    const { data, error } = await client.auth.signInWithPassword(credentials);
    if (error) throw error;
    const headers = { apikey: publishableKey, authorization: `Bearer ${data.session.access_token}` };
    return { id, client, headers };
  }

  /** Removes one element at random and returns it. */
  #take<T>(list: T[]): T | undefined {
    return list.splice(this.#random.below(list.length), 1)[0];
  }

  #newFile({ id }: Account, largest: number) {
    const bytes = createImage(1 + this.#random.below(largest));
    return { path: `${id}/${randomUUID()}`, bytes, hash: hashOf(bytes), size: bytes.length };
  }

  async upload(account: Account): Promise<void> {
    const { bytes, ...file } = this.#newFile(account, 200_000);
    const { error } = await account.client.storage
      .from('attachments')
      .upload(file.path, bytes, { contentType: 'image/png' });
    if (error) throw error;
    this.#unsent.push(file);
  }

  async uploadInPieces(account: Account): Promise<void> {
    const { bytes, ...file } = this.#newFile(account, 600_000);
    const pieces = 1 + this.#random.below(3);
    const sent = this.#random.chance(0.8) ? pieces : this.#random.below(pieces);
    const isComplete = await uploadInPieces(
      { url: this.#service().url, headers: account.headers, path: file.path, bytes },
      { pieces, sent },
    );
    if (isComplete) this.#unsent.push(file);
  }

  /** Disconnects after a part of the file. */
  async cancelUpload(account: Account): Promise<void> {
    const { bytes, path } = this.#newFile(account, 400_000);
    const controller = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        stream.enqueue(bytes.subarray(0, bytes.length / 2));
        setTimeout(() => controller.abort(), 5);
        return new Promise(() => {});
      },
    });
    const request: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      headers: { ...account.headers, 'content-type': 'image/png' },
      body,
      duplex: 'half',
      signal: controller.signal,
    };
    await fetch(`${this.#service().url}/storage/v1/object/attachments/${path}`, request).catch(
      () => undefined,
    );
  }

  async send({ id: user_id, client }: Account): Promise<void> {
    const files = this.#unsent.splice(0, 1 + this.#random.below(3));
    if (files.length === 0) return;
    const earlier = this.#random.chance(0.4)
      ? undefined
      : this.#messages[this.#random.below(this.#messages.length)];
    const chat = earlier?.chat ?? randomUUID();
    if (!earlier)
      await client.from('chat_history').insert({ id: chat, user_id, title: 'Files' }).throwOnError();
    const id = randomUUID();
    await client
      .from('chat_messages')
      .insert({ id, chat_id: chat, user_id, role: 'user', content: 'See the files.' })
      .throwOnError();
    const rows = files.map(({ path, size }, position) => ({
      chat_id: chat,
      message_id: id,
      position,
      kind: 'image',
      name: 'photo.png',
      media_type: 'image/png',
      size,
      width: 10,
      height: 10,
      object_path: path,
    }));
    await client.from('message_attachments').insert(rows).throwOnError();
    this.#messages.push({ id, chat, files });
  }

  async download(_account: Account): Promise<void> {
    const files = this.#messages.flatMap((message) => message.files);
    const file = files[this.#random.below(files.length)];
    if (file && !(await this.#isIntact(file))) throw new Error(`${file.path} is damaged.`);
  }

  async removeFile({ client }: Account): Promise<void> {
    const file = this.#take(this.#unsent);
    if (!file) return;
    const { error } = await client.storage.from('attachments').remove([file.path]);
    if (error) throw error;
  }

  async deleteMessage({ client }: Account): Promise<void> {
    const message = this.#take(this.#messages);
    if (message) await client.from('chat_messages').delete().eq('id', message.id).throwOnError();
  }

  async deleteChat({ client }: Account): Promise<void> {
    const message = this.#take(this.#messages);
    if (!message) return;
    this.#messages = this.#messages.filter(({ chat }) => chat !== message.chat);
    await client.from('chat_history').delete().eq('id', message.chat).throwOnError();
  }

  async deleteAccount({ id }: Account): Promise<void> {
    [this.#account, this.#unsent, this.#messages] = [null, [], []];
    const { error } = await this.#service().admin.auth.admin.deleteUser(id);
    if (error) throw error;
  }

  async #isIntact({ path, hash }: StoredFile): Promise<boolean> {
    const { data } = (await this.#account?.client.storage.from('attachments').download(path)) ?? {};
    return data ? hashOf(new Uint8Array(await data.arrayBuffer())) === hash : false;
  }
}

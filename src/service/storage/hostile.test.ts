import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { startTestService, testSecrets, type RunningTestService } from '../testing/running-service.ts';
import { outcomeOf } from './testing/outcome.ts';
import {
  attachmentFields,
  pngBytes,
  pngOptions,
  sendWith,
  storeObject,
  uploaderOf,
  type Uploader,
} from './testing/uploader.ts';

interface AttackSetup {
  readonly service: RunningTestService;
  /** A user with the object `used`, which a message uses, and the object `loose`, which no message uses. */
  readonly ada: Uploader;
  readonly used: string;
  readonly loose: string;
  readonly message: string;
  readonly chat: string;
  /** The attacker, who also has an object and a message. */
  readonly eve: Uploader;
  readonly own: string;
  readonly ownMessage: { readonly chat: string; readonly message: string };
  readonly guest: Uploader;
  /** Signed out, with a token that has not expired. */
  readonly ended: Uploader;
  readonly banned: Uploader;
}

/** `outcome` is the HTTP status of the refusal, or the data that is returned. */
type Attempt = readonly [
  name: string,
  attempt: (scene: AttackSetup) => PromiseLike<unknown>,
  outcome: string,
];

const objectUrl = ({ service }: AttackSetup, path: string, kind = 'authenticated/') =>
  `${service.url}/storage/v1/object/${kind}attachments/${path}`;
const headersOf = (token: string | null, apikey: string | null = 'sb_publishable_test') => ({
  ...(apikey === null ? {} : { apikey }),
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
});
const read = (scene: AttackSetup, token: string | null, apikey?: string | null) =>
  fetch(objectUrl(scene, scene.used), { headers: headersOf(token, apikey) });
const forged = (claims: Readonly<Record<string, unknown>>, secret: string) =>
  new SignJWT({ aud: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
const unsigned = (claims: object): string =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

const withAnotherUsersObjects: readonly Attempt[] = [
  ['download', ({ eve, used }) => eve.attachments.download(used), '404'],
  ['download what no message uses', ({ eve, loose }) => eve.attachments.download(loose), '404'],
  [
    'download by the short URL',
    (scene) => fetch(objectUrl(scene, scene.used, ''), { headers: headersOf(scene.eve.token) }),
    '404',
  ],
  [
    'download a part',
    (scene) =>
      fetch(objectUrl(scene, scene.used), { headers: { ...headersOf(scene.eve.token), range: 'bytes=0-3' } }),
    '404',
  ],
  ['download as if it were public', (scene) => fetch(objectUrl(scene, scene.used, 'public/')), '401'],
  [
    'download a smaller image',
    (scene) =>
      fetch(`${scene.service.url}/storage/v1/render/image/authenticated/attachments/${scene.used}?width=10`, {
        headers: headersOf(scene.eve.token),
      }),
    '501',
  ],
  ['read the facts', ({ eve, used }) => eve.attachments.info(used), '404'],
  ['ask whether it exists', ({ eve, used }) => eve.attachments.exists(used), 'false'],
  ['list the folder', ({ eve, ada }) => eve.attachments.list(ada.id), '[]'],
  ['list the folder, with the slash', ({ eve, ada }) => eve.attachments.list(`/${ada.id}/`), '[]'],
  [
    'find the folder in the list of folders',
    ({ eve, ada }) => eve.attachments.list('', { search: ada.id.slice(0, 8) }),
    '[]',
  ],
  ['list everything the other way', ({ eve, ada }) => eve.attachments.listV2({ prefix: ada.id }), '501'],
  ['replace', ({ eve, used }) => eve.attachments.update(used, pngBytes(9), pngOptions), '403'],
  [
    'upload to the same path',
    ({ eve, used }) => eve.attachments.upload(used, pngBytes(9), pngOptions),
    '403',
  ],
  [
    'upload to the same path with upsert',
    ({ eve, loose }) => eve.attachments.upload(loose, pngBytes(9), { ...pngOptions, upsert: true }),
    '403',
  ],
  [
    'upload to a new path of the folder',
    ({ eve, ada }) => eve.attachments.upload(ada.path(), pngBytes(), pngOptions),
    '403',
  ],
  ['move to the own folder', ({ eve, used }) => eve.attachments.move(used, eve.path()), '501'],
  ['move an own object onto it', ({ eve, own, used }) => eve.attachments.move(own, used), '501'],
  ['copy to the own folder', ({ eve, used }) => eve.attachments.copy(used, eve.path()), '501'],
  ['copy an own object onto it', ({ eve, own, loose }) => eve.attachments.copy(own, loose), '501'],
  ['remove', ({ eve, loose }) => eve.attachments.remove([loose]), '[]'],
  ['remove the folder', ({ eve, ada }) => eve.attachments.remove([ada.id, `${ada.id}/`, '%']), '[]'],
  [
    'remove by its URL',
    (scene) =>
      fetch(objectUrl(scene, scene.loose, ''), { method: 'DELETE', headers: headersOf(scene.eve.token) }),
    '404',
  ],
  ['empty the bucket', ({ eve }) => eve.client.storage.emptyBucket('attachments'), '403'],
  ['sign a URL', ({ eve, used }) => eve.attachments.createSignedUrl(used, 60), '404'],
  ['sign several URLs', ({ eve, used }) => eve.attachments.createSignedUrls([used], 60), '501'],
  ['sign an upload', ({ eve, used }) => eve.attachments.createSignedUploadUrl(used), '501'],
  [
    'use a signed URL of an own object',
    async ({ eve, own, used }) =>
      fetch((await eve.attachments.createSignedUrl(own, 60)).data!.signedUrl.replace(own, used)),
    '400',
  ],
  [
    'use an own access token as a signature',
    (scene) => fetch(`${objectUrl(scene, scene.used, 'sign/')}?token=${scene.eve.token}`),
    '400',
  ],
  [
    'use a self-made signature',
    async (scene) =>
      fetch(
        `${objectUrl(scene, scene.used, 'sign/')}?token=${await forged({ url: `attachments/${scene.used}` }, testSecrets.jwtSecret)}`,
      ),
    '400',
  ],
  [
    'attach it to an own message',
    ({ eve, used, ownMessage }) =>
      eve.client
        .from('message_attachments')
        .insert({ chat_id: ownMessage.chat, message_id: ownMessage.message, ...attachmentFields(used, 5) }),
    '23503',
  ],
  [
    'attach an own object to their message',
    ({ eve, own, chat, message }) =>
      eve.client
        .from('message_attachments')
        .insert({ chat_id: chat, message_id: message, ...attachmentFields(own, 5) }),
    '42501',
  ],
  [
    'attach in their name',
    ({ eve, ada, used, chat, message }) =>
      eve.client
        .from('message_attachments')
        .insert({ user_id: ada.id, chat_id: chat, message_id: message, ...attachmentFields(used, 5) }),
    '42501',
  ],
  [
    'read the rows',
    ({ eve, ada }) => eve.client.from('message_attachments').select('id').eq('user_id', ada.id),
    '[]',
  ],
  [
    'change the rows',
    ({ eve, message }) =>
      eve.client.from('message_attachments').update({ name: 'x' }).eq('message_id', message),
    '42501',
  ],
  [
    'delete the rows',
    ({ eve, message }) => eve.client.from('message_attachments').delete().eq('message_id', message),
    '42501',
  ],
  [
    'read the table of objects',
    ({ eve }) => eve.client.schema('storage').from('objects').select(),
    'PGRST106',
  ],
];

const withoutRights: readonly Attempt[] = [
  ['a guest reads', ({ guest, used }) => guest.attachments.download(used), '404'],
  ['a guest removes', ({ guest, loose }) => guest.attachments.remove([loose]), '[]'],
  ['the publishable key alone reads', (scene) => read(scene, null), '404'],
  [
    'the publishable key alone uploads',
    ({ service, ada }) =>
      service.client().storage.from('attachments').upload(ada.path(), pngBytes(), pngOptions),
    '403',
  ],
  [
    'the publishable key alone lists',
    ({ service }) => service.client().storage.from('attachments').list(),
    '[]',
  ],
  ['a request without a key', (scene) => read(scene, null, null), '401'],
  ['a made-up key', (scene) => read(scene, scene.ada.token, 'sb_secret_guessed'), '401'],
  ['a token that is none', (scene) => read(scene, 'service_role'), '401'],
  [
    'an unsigned token of the service',
    (scene) => read(scene, unsigned({ role: 'service_role', exp: 9_999_999_999 })),
    '401',
  ],
  [
    'an unsigned token of the owner',
    (scene) => read(scene, unsigned({ role: 'authenticated', sub: scene.ada.id, exp: 9_999_999_999 })),
    '401',
  ],
  [
    'a token of the service with another signature',
    async (scene) =>
      read(scene, await forged({ role: 'service_role' }, 'another secret of enough length 12')),
    '401',
  ],
  [
    'a token of the owner with another signature',
    async (scene) =>
      read(
        scene,
        await forged({ role: 'authenticated', sub: scene.ada.id }, 'another secret of enough length 12'),
      ),
    '401',
  ],
  [
    'a signed URL as a token',
    async (scene) => {
      const { data } = await scene.ada.attachments.createSignedUrl(scene.used, 60);
      return read(scene, new URL(data!.signedUrl).searchParams.get('token'));
    },
    '401',
  ],
  [
    'the secret key in a browser',
    (scene) =>
      fetch(objectUrl(scene, scene.used), {
        headers: { ...headersOf(null, testSecrets.secretKey), 'user-agent': 'Mozilla/5.0' },
      }),
    '401',
  ],
];

describeDatabases('storage refuses', (open) => {
  let database: OpenedDatabase;
  let scene: AttackSetup;
  beforeAll(async () => {
    database = await open({ migrated: true });
    const service = await startTestService(database);
    const [ada, eve, ended, banned] = [
      await uploaderOf(service),
      await uploaderOf(service),
      await uploaderOf(service),
      await uploaderOf(service),
    ];
    const guest = await uploaderOf(service, { isGuest: true });
    const [used, loose, own] = [ada.path(), ada.path(), eve.path()];
    for (const [user, path] of [
      [ada, used],
      [ada, loose],
      [eve, own],
    ] as const)
      await storeObject(user, path, 500);
    const sent = await sendWith(ada, [used]);
    const ownMessage = await sendWith(eve, [own]);
    scene = { service, ada, used, loose, ...sent, eve, own, ownMessage, guest, ended, banned };
  });
  afterAll(() => scene.service.close());

  const rows = () =>
    database.query(
      `select o.name, o.version, o.metadata, a.id, a.message_id from storage.objects o
       left join public.message_attachments a on a.object_path = o.name order by o.name`,
    );

  it.each(withAnotherUsersObjects)("another user's objects: %s", async (_, attempt, outcome) => {
    const before = await rows();
    expect(await outcomeOf(attempt(scene))).toBe(outcome);
    expect(await rows()).toEqual(before);
    for (const path of [scene.used, scene.loose])
      expect((await scene.ada.attachments.download(path)).data?.size).toBe(500);
  });

  it.each(withoutRights)('who has no right: %s', async (_, attempt, outcome) => {
    const before = await rows();
    expect(await outcomeOf(attempt(scene))).toBe(outcome);
    expect(await rows()).toEqual(before);
  });

  it('everything to a session that has ended', async () => {
    const { ended } = scene;
    const path = ended.path();
    await ended.attachments.upload(path, pngBytes(), pngOptions);
    await database.query('delete from auth.sessions where user_id = $1', [ended.id]);
    const { storage } = scene.service.client();
    const attempts = [
      await outcomeOf(fetch(objectUrl(scene, path), { headers: headersOf(ended.token) })),
      await outcomeOf(
        fetch(objectUrl(scene, ended.path(), ''), {
          method: 'POST',
          headers: { ...headersOf(ended.token), 'content-type': 'image/png' },
          body: pngBytes(),
        }),
      ),
      await outcomeOf(
        fetch(objectUrl(scene, path, ''), { method: 'DELETE', headers: headersOf(ended.token) }),
      ),
      await outcomeOf(storage.from('attachments').download(path)),
    ];
    expect(attempts).toEqual(['404', '403', '404', '404']);
  });

  it('everything to a banned user', async () => {
    const { banned } = scene;
    const path = banned.path();
    await banned.attachments.upload(path, pngBytes(), pngOptions);
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [banned.id]);
    expect([
      await outcomeOf(banned.attachments.download(path)),
      await outcomeOf(banned.attachments.upload(banned.path(), pngBytes(), pngOptions)),
      await outcomeOf(banned.attachments.remove([path])),
      await outcomeOf(banned.attachments.createSignedUrl(path, 60)),
    ]).toEqual(['404', '403', '[]', '404']);
  });

  it('guessed paths, with the same response as existing objects of other users', async () => {
    for (const path of [`${scene.ada.id}/${randomUUID()}`, `${randomUUID()}/${randomUUID()}`]) {
      const guessed = await outcomeOf(scene.eve.attachments.download(path));
      expect(guessed).toBe(await outcomeOf(scene.eve.attachments.download(scene.used)));
    }
  });
});

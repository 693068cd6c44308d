import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { encryptedFileType } from '../../shared/encrypted-history/objects.ts';
import { forgetUnsent } from './unsent.ts';
import { pieceBytes, uploadInPieces } from './upload-in-pieces.ts';

const content = () => new Blob([new Uint8Array(2 * pieceBytes + 5)]);
let path = '';
beforeEach(() => void (path = `user/${crypto.randomUUID()}`));

/** Starts a service that stores the number of bytes of its only upload. */
function startService() {
  const calls: string[] = [];
  let arrived: number | null = null;
  /** Responses to the next requests, which replace the service's own. */
  const answers: (Response | Promise<Response> | Error | 'pass')[] = [];
  const send = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
    async (at, { method, headers, body }) => {
      const sent = new Headers(headers);
      calls.push(`${method} ${at}${method === 'PATCH' ? ` ${sent.get('upload-offset')}` : ''}`);
      const answer = method === 'POST' || method === 'DELETE' ? undefined : answers.shift();
      if (answer instanceof Error) throw answer;
      if (answer instanceof Response || answer instanceof Promise) return answer;
      if (method === 'POST') {
        arrived = 0;
        return new Response(null, {
          status: 201,
          headers: { location: '/storage/v1/upload/resumable/token' },
        });
      }
      if (method === 'DELETE') {
        arrived = null;
        return new Response(null, { status: 204 });
      }
      if (arrived === null) return new Response('', { status: 404 });
      if (method === 'PATCH') {
        if (Number(sent.get('upload-offset')) !== arrived) return new Response('', { status: 409 });
        arrived += (body as Blob).size;
      }
      return new Response(null, {
        status: method === 'PATCH' ? 204 : 200,
        headers: { 'upload-offset': String(arrived) },
      });
    },
  );
  return { send, calls, answers, lose: () => void (arrived = null), arrived: () => arrived };
}

const upload = (service: ReturnType<typeof startService>, type = 'application/pdf') =>
  uploadInPieces(path, { type, content: content() }, service.send);

/** Makes the pauses between attempts end immediately. */
function skipPauses() {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (promise: Promise<unknown>) => Promise.all([promise, vi.advanceTimersByTimeAsync(10_000)]);
}

it('sends pieces of the size that the hosted service requires, with the name and type of the object', async () => {
  const service = startService();
  expect((await upload(service)).status).toBe(204);
  expect(service.calls).toEqual([
    'POST upload/resumable',
    'PATCH upload/resumable/token 0',
    `PATCH upload/resumable/token ${pieceBytes}`,
    `PATCH upload/resumable/token ${2 * pieceBytes}`,
  ]);
  const headers = new Headers(service.send.mock.calls[0]![1].headers);
  expect(headers.get('upload-length')).toBe(String(2 * pieceBytes + 5));
  expect(headers.get('upload-metadata')).toBe(
    `bucketName ${btoa('attachments')},objectName ${btoa(path)},contentType ${btoa('application/pdf')}`,
  );
});

it('sends the token to no other host than the service', async () => {
  const service = startService();
  service.send.mockResolvedValueOnce(
    new Response(null, {
      status: 201,
      headers: { location: 'https://elsewhere.example/storage/v1/upload/resumable/x' },
    }),
  );
  await upload(service);
  expect(service.calls[0]).toBe('PATCH upload/resumable/x 0');
});

const lost = () => new TypeError('Failed to fetch');

it('continues after a lost connection with the bytes that have not arrived', async () => {
  const wait = skipPauses();
  const service = startService();
  service.answers.push('pass', lost());
  const [response] = await wait(upload(service));
  expect((response as Response).status).toBe(204);
  expect(service.calls).toEqual([
    'POST upload/resumable',
    'PATCH upload/resumable/token 0',
    `PATCH upload/resumable/token ${pieceBytes}`,
    'HEAD upload/resumable/token',
    `PATCH upload/resumable/token ${pieceBytes}`,
    `PATCH upload/resumable/token ${2 * pieceBytes}`,
  ]);
});

it('continues in a later attempt, once the connection is back', async () => {
  const wait = skipPauses();
  const service = startService();
  // Only the first piece arrives. The next piece and two requests for the offset get no response.
  service.answers.push('pass', lost(), lost(), lost());
  const [error] = await wait(upload(service).catch((reason: unknown) => reason));
  expect(error).toBeInstanceOf(TypeError);
  service.calls.length = 0;
  expect((await upload(service)).status).toBe(204);
  expect(service.calls.slice(0, 2)).toEqual([
    'HEAD upload/resumable/token',
    `PATCH upload/resumable/token ${pieceBytes}`,
  ]);
});

it('leaves what a new page needs to continue, until the upload ends', async () => {
  const service = startService();
  const stored = () => localStorage.getItem(`clover-upload:${path}`);
  const { promise: noResponse } = Promise.withResolvers<Response>();
  service.answers.push('pass', noResponse);
  void upload(service);
  await vi.waitFor(() => expect(service.calls).toHaveLength(3));
  expect(JSON.parse(stored() ?? '')).toEqual({
    path: 'upload/resumable/token',
    type: 'application/pdf',
    size: 2 * pieceBytes + 5,
  });
  service.calls.length = 0;
  expect((await upload(service)).status).toBe(204);
  expect(service.calls.slice(0, 2)).toEqual([
    'HEAD upload/resumable/token',
    `PATCH upload/resumable/token ${pieceBytes}`,
  ]);
  expect(stored()).toBeNull();
});

it('keeps nothing for the next page after the user has signed out', async () => {
  const service = startService();
  const { promise: noResponse } = Promise.withResolvers<Response>();
  service.answers.push('pass', noResponse);
  void upload(service);
  await vi.waitFor(() => expect(service.calls).toHaveLength(3));
  forgetUnsent('someone');
  expect(localStorage.getItem(`clover-upload:${path}`)).not.toBeNull();
  forgetUnsent('user');
  expect(localStorage.getItem(`clover-upload:${path}`)).toBeNull();
});

it('begins again if what it stored is damaged', async () => {
  localStorage.setItem(`clover-upload:${path}`, '{"path":1}');
  const service = startService();
  await upload(service);
  expect(service.calls[0]).toBe('POST upload/resumable');
});

it('begins again with an encrypted file, whose bytes differ each time', async () => {
  const wait = skipPauses();
  const service = startService();
  service.answers.push(lost(), lost(), lost());
  await wait(upload(service, encryptedFileType).catch(() => {}));
  service.calls.length = 0;
  await upload(service, encryptedFileType);
  expect(service.calls.slice(0, 3)).toEqual([
    'DELETE upload/resumable/token',
    'POST upload/resumable',
    'PATCH upload/resumable/token 0',
  ]);
});

it('waits while the service still writes earlier bytes', async () => {
  const wait = skipPauses();
  const service = startService();
  service.answers.push(new Response('', { status: 423 }));
  const [response] = await wait(upload(service));
  expect((response as Response).status).toBe(204);
});

it('is complete if only the last response was lost', async () => {
  const wait = skipPauses();
  const service = startService();
  service.answers.push(lost());
  const end = 2 * pieceBytes + 5;
  const arrived = new Response(null, { headers: { 'upload-offset': String(end) } });
  service.answers.push(arrived);
  const [response] = await wait(upload(service));
  expect((response as Response).status).toBe(204);
  expect(service.calls.at(-1)).toBe('HEAD upload/resumable/token');
});

it.each([401, 429, 503])('continues in a later attempt after a response with status %d', async (status) => {
  const service = startService();
  service.answers.push('pass', new Response('', { status }));
  expect((await upload(service)).status).toBe(status);
  service.answers.push(new Response('', { status }));
  await expect(upload(service)).rejects.toThrow(String(status));
  service.calls.length = 0;
  expect((await upload(service)).status).toBe(204);
  expect(service.calls.slice(0, 2)).toEqual([
    'HEAD upload/resumable/token',
    `PATCH upload/resumable/token ${pieceBytes}`,
  ]);
});

it('continues in a later attempt if the service is still writing', async () => {
  const wait = skipPauses();
  const service = startService();
  const busy = () => new Response('', { status: 423 });
  service.answers.push('pass', busy(), 'pass', busy(), 'pass', busy());
  const [error] = await wait(upload(service).catch((reason: unknown) => reason));
  expect(error).toMatchObject({ message: 'The service is still writing earlier bytes.' });
  service.calls.length = 0;
  expect((await upload(service)).status).toBe(204);
  expect(service.calls[0]).toBe('HEAD upload/resumable/token');
});

it('returns refusals, and forgets the upload', async () => {
  const service = startService();
  service.answers.push(new Response('The resource already exists', { status: 409 }));
  expect((await upload(service)).status).toBe(409);
  service.send.mockResolvedValueOnce(new Response('', { status: 413 }));
  expect((await upload(service)).status).toBe(413);
});

it('begins again in the next attempt if the service has removed the upload', async () => {
  const wait = skipPauses();
  const service = startService();
  service.answers.push(lost());
  const first = upload(service).catch((error: unknown) => error);
  await vi.waitFor(() => expect(service.calls).toHaveLength(2));
  service.lose();
  const [error] = await wait(first);
  expect(error).toMatchObject({ name: 'UploadLost' });
  expect((await upload(service)).status).toBe(204);
});

import { describe, expect, it, vi } from 'vitest';
import { fetchImage, maximumImageBytes } from './fetch-image.ts';

const vendorUrl = 'https://api.vendor.example/v1/chat/completions';
const picture = Uint8Array.of(1, 2, 3);

/** Fetches `url` from a server that responds with `answer`. Also resolves to the request. */
function get(url: string, answer: () => Response | Promise<Response>, from = vendorUrl) {
  const send = vi.fn<typeof fetch>(async () => answer());
  const image = fetchImage(url, from, { fetch: send, signal: new AbortController().signal });
  return { image, send };
}

/** Creates a body of this many bytes in pieces, and counts how many bytes are read. */
function longBody(size: number) {
  const state = { sent: 0, isCanceled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = new Uint8Array(Math.min(65_536, size - state.sent));
      state.sent += piece.length;
      controller.enqueue(piece);
      if (state.sent === size) controller.close();
    },
    cancel: () => {
      state.isCanceled = true;
    },
  });
  return { body, state };
}

describe('an image at a URL', () => {
  it('is fetched without keys, cookies and redirects', async () => {
    const { image, send } = get('https://cdn.example/a.png?sig=1', () => new Response(picture));
    expect(await image).toEqual(picture);
    expect(send.mock.calls[0]).toMatchObject([
      'https://cdn.example/a.png?sig=1',
      {
        headers: { accept: 'image/png, image/jpeg, image/webp' },
        redirect: 'error',
        credentials: 'omit',
      },
    ]);
  });

  it.each([
    'http://cdn.example/a.png',
    'https://127.0.0.1/a.png',
    'https://[::1]/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://localhost./',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'http://api.vendor.example/v1/image.png',
  ])('is not requested from %s', async (url) => {
    const { image, send } = get(url, () => new Response(picture));
    await expect(image).rejects.toMatchObject({
      code: 'invalid_format',
      message: 'The image could not be fetched: its URL is not public',
    });
    expect(send).not.toHaveBeenCalled();
  });

  it("may be on the vendor's own server, even on a private network", async () => {
    const own = 'http://127.0.0.1:8188';
    const { image } = get(`${own}/view/1.png`, () => new Response(picture), `${own}/v1/chat/completions`);
    expect(await image).toEqual(picture);
    const other = get('http://127.0.0.1:5432/', () => new Response(picture), `${own}/v1/chat/completions`);
    await expect(other.image).rejects.toThrow('not public');
  });

  it('is canceled as soon as it exceeds 4 MB, whatever its content-length', async () => {
    const { body, state } = longBody(64 * 1_048_576);
    const { image } = get(
      'https://cdn.example/',
      () => new Response(body, { headers: { 'content-length': '3' } }),
    );
    await expect(image).rejects.toThrow('larger than 4 MB');
    expect(state.isCanceled).toBe(true);
    expect(state.sent).toBeLessThan(maximumImageBytes + 262_144);
    const { body: just } = longBody(maximumImageBytes);
    expect((await get('https://cdn.example/', () => new Response(just)).image).length).toBe(
      maximumImageBytes,
    );
  });

  it('that cannot be fetched is reported without its URL', async () => {
    const refused = get('https://cdn.example/?sig=secret', () => new Response('gone', { status: 410 }));
    await expect(refused.image).rejects.toThrow(
      'The image could not be fetched: its server responded with 410',
    );
    const broken = get('https://cdn.example/?sig=secret', () =>
      Promise.reject(new TypeError('https://cdn.example/?sig=secret failed')),
    );
    const error: unknown = await broken.image.catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('its server could not be reached');
    expect(String(error)).not.toContain('secret');
  });

  it('times out after 30 s', async () => {
    vi.useFakeTimers();
    try {
      const { image } = get('https://cdn.example/', () => new Response(new ReadableStream()));
      const failure = image.catch((thrown: unknown) => thrown);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await failure).toMatchObject({ code: 'timeout' });
    } finally {
      vi.useRealTimers();
    }
  });
});

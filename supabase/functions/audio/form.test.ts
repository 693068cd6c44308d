import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/shared/providers/testing/random.ts';
import { readField } from './form.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const part = (header: string, body: string) =>
  `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${body}\r\n`;
const type = 'multipart/form-data; boundary=b';

describe('a field of a form', () => {
  it('is read byte for byte, as fetch sends it', async () => {
    const form = new FormData();
    const sent = Uint8Array.from({ length: 256 }, (_, index) => index);
    form.set('model', 'whisper');
    form.set('file', new Blob([sent, '\r\n--almost']), 'name="model".webm');
    const request = new Request('http://service.test', { method: 'POST', body: form });
    const contentType = request.headers.get('content-type') ?? '';
    const bytes = new Uint8Array(await request.arrayBuffer());
    const ending = encode('\r\n--almost');
    expect(readField(bytes, contentType, 'file')).toEqual(new Uint8Array([...sent, ...ending]));
    expect(readField(bytes, contentType, 'model')).toEqual(encode('whisper'));
    expect(readField(bytes, contentType, 'other')).toBeNull();
  });

  it('may be empty, and its boundary quoted', () => {
    const bytes = encode(`${part('name="file"; filename="a"', '')}--b--\r\n`);
    expect(readField(bytes, 'multipart/form-data; charset=utf-8; boundary="b"', 'file')).toEqual(encode(''));
  });

  it.each([
    ['another type', 'application/json', part('name="file"', 'x')],
    ['no boundary', 'multipart/form-data', part('name="file"', 'x')],
    ['no end', type, '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx'],
    ['too many fields before it', type, `${part('name="a"', '').repeat(16)}${part('name="file"', 'x')}--b--`],
    [
      'a header that is too long',
      type,
      `--b\r\n${'A: b\r\n'.repeat(200)}${part('name="file"', 'x').slice(5)}--b--`,
    ],
  ])('is missing with %s', (_, contentType, body) => {
    expect(readField(encode(body), contentType, 'file')).toBeNull();
  });

  it('is the one that FormData reads, in 150 forms of random bytes', async () => {
    const pieces = ['\r\n', '\r\n\r\n', '--', '--b', '"', 'name="file"', 'Content-Disposition: form-data; '];
    for (let seed = 0; seed < 150; seed += 1) {
      const random = createRandom(seed);
      const form = new FormData();
      const contents = Array.from({ length: 1 + random(4) }, () =>
        Array.from({ length: random(8) }, () =>
          random(2) === 0
            ? encode(pieces[random(pieces.length)] ?? '')
            : Uint8Array.from({ length: random(40) }, () => random(256)),
        ),
      );
      for (const [index, content] of contents.entries()) form.append(`field${index}`, new Blob(content));
      const name = `field${random(5)}`;
      const request = new Request('http://service.test', { method: 'POST', body: form });
      const contentType = request.headers.get('content-type') ?? '';
      // oxlint-disable-next-line no-await-in-loop -- the seed in a failure names its form
      const bytes = new Uint8Array(await request.arrayBuffer());
      const expected = form.get(name);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const file = expected instanceof Blob ? new Uint8Array(await expected.arrayBuffer()) : null;
      expect(readField(bytes, contentType, name), `seed ${seed}`).toEqual(file);
    }
  });

  it('is bytes or missing in 500 damaged forms, which never fail', () => {
    const whole = encode(
      `${part('name="model"', 'whisper')}${part('name="file"; filename="a"', 'speech')}--b--\r\n`,
    );
    for (let seed = 0; seed < 500; seed += 1) {
      const random = createRandom(seed);
      const damaged = whole.slice(random(20), whole.length - random(20));
      for (let count = random(6); count > 0; count -= 1) damaged[random(damaged.length)] = random(256);
      const field = readField(damaged, type, 'file');
      expect(field === null || field.length <= damaged.length, `seed ${seed}`).toBe(true);
    }
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAW_LIMIT, drawDiagram, frameDocument, LOAD_LIMIT, MAX_SOURCE_LENGTH } from './draw-diagram.ts';

const theme = { isDark: false, colors: { lineColor: 'rgb(0, 0, 0)' }, fontFamily: 'sans-serif' };
const neverAborted = new AbortController().signal;

/** Fake channels. They deliver synchronously, unlike a real MessageChannel. */
const channels: FakeChannel[] = [];
class FakeChannel {
  readonly port1 = { onmessage: (_event: { data: unknown }) => {}, close: () => {} };
  readonly port2 = { postMessage: (data: unknown) => this.port1.onmessage({ data }) };

  constructor() {
    channels.push(this);
  }
}

beforeEach(() => void vi.stubGlobal('MessageChannel', FakeChannel));
afterEach(() => document.body.replaceChildren());

const frameNow = () => document.querySelector('iframe')!;

/** Simulates the frame, because jsdom runs no scripts in frames. */
function answerAs(...answers: unknown[]): void {
  for (const answer of answers) channels.at(-1)!.port2.postMessage(answer);
}

describe('the frame', () => {
  it('has no origin, and a policy that allows only its two scripts', async () => {
    const drawing = drawDiagram('graph TD', theme, neverAborted);
    expect(frameNow().getAttribute('sandbox')).toBe('allow-scripts');
    const inside = new DOMParser().parseFromString(frameNow().srcdoc, 'text/html');
    const scripts = [...inside.querySelectorAll('script')].map((script) => script.getAttribute('src'));
    expect(scripts).toHaveLength(2);
    expect(inside.querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(
      `default-src 'none'; script-src ${scripts.join(' ')}; style-src 'unsafe-inline'`,
    );
    expect(frameDocument(['a']).indexOf('http-equiv')).toBeLessThan(frameDocument(['a']).indexOf('<script'));
    answerAs({ kind: 'loaded' }, { kind: 'failed', reason: 'source', message: 'x' });
    await expect(drawing).rejects.toMatchObject({ name: 'DiagramError', reason: 'source' });
    expect(frameNow()).toBeNull();
  });

  it('returns an image as a data URL, which has no origin', async () => {
    const drawing = drawDiagram('graph TD', theme, neverAborted);
    answerAs(
      { kind: 'loaded' },
      { kind: 'drawn', svg: '<svg a="#"/>', width: 10, height: 20, title: 'A call' },
    );
    expect(await drawing).toEqual({
      address: 'data:image/svg+xml;charset=utf-8,%3Csvg%20a%3D%22%23%22%2F%3E',
      width: 10,
      height: 20,
      title: 'A call',
    });
  });

  it.each([
    ['a drawing without end', { kind: 'drawn', svg: 'x'.repeat(3_000_001), width: 1, height: 1, title: '' }],
    ['no size', { kind: 'drawn', svg: '<svg/>', width: -1, height: 1, title: '' }],
    ['something else', { kind: 'navigate', to: 'https://evil.example' }],
    ['nothing', null],
  ])('is rejected if it responds with %s', async (_name, answer) => {
    const drawing = drawDiagram('graph TD', theme, neverAborted);
    answerAs({ kind: 'loaded' }, answer);
    await expect(drawing).rejects.toMatchObject({ name: 'DiagramError' });
  });

  it.each([
    ['does not load', [], LOAD_LIMIT, 'load'],
    ['does not finish', [{ kind: 'loaded' }], DRAW_LIMIT, 'time'],
  ] as const)('is removed if it %s', async (_name, answers, limit, reason) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const drawing = drawDiagram('graph TD', theme, neverAborted);
    answerAs(...answers);
    vi.advanceTimersByTime(limit - 1);
    expect(frameNow()).not.toBeNull();
    vi.advanceTimersByTime(1);
    await expect(drawing).rejects.toMatchObject({ reason });
    expect(frameNow()).toBeNull();
  });

  it('is canceled if it is no longer needed', async () => {
    const leaving = new AbortController();
    const drawing = drawDiagram('graph TD', theme, leaving.signal);
    leaving.abort();
    await expect(drawing).rejects.toMatchObject({ reason: 'time' });
    expect(frameNow()).toBeNull();
  });

  it('is not created for a source that is too long', async () => {
    const drawing = drawDiagram('x'.repeat(MAX_SOURCE_LENGTH + 1), theme, neverAborted);
    expect(frameNow()).toBeNull();
    await expect(drawing).rejects.toMatchObject({ reason: 'size' });
  });
});

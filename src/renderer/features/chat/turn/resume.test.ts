import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { showMessages } from './shown-messages.ts';
import { TurnRunner } from './turn-runner.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const model = { id: 'some/model', name: 'Some Model' };
const hello = { chatId, title: 'Hello', isNewChat: true, text: 'Hello', model };

beforeEach(() =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'Date'],
  }),
);

function start() {
  const edge = createTurnServices();
  const runner = new TurnRunner('user', edge.services);
  const other = new TurnRunner('user', edge.services);
  const completion = (index = 0) =>
    vi.waitFor(() => edge.completions[index] ?? Promise.reject(new Error('not requested yet')));
  const text = (of = runner) => {
    vi.advanceTimersToNextFrame();
    return of.turns.get(chatId)?.reply.text;
  };
  const join = (of: TurnRunner) => {
    const { reply } = edge.completions[0]!.request;
    const question = edge.rows.find(({ id }) => id === reply?.questionId);
    return of.join(reply!.replyId, question!, 'Hello');
  };
  const pass = (time: number) => vi.advanceTimersByTimeAsync(time);
  return { ...edge, runner, other, completion, text, join, pass };
}

describe('a lost connection', () => {
  it('is resumed at the next character, without another request to the vendor', async () => {
    const { runner, send, completion, completions, resumed, rows, text, pass } = start();
    const outcome = send(runner, hello);
    const { request, say, cut, end } = await completion();
    say('Clover has 🍀');
    cut();
    say(' and meanwhile');
    await pass(1);
    expect(resumed).toEqual([{ replyId: request.reply?.replyId, from: 13, reasoningFrom: 0 }]);
    say(' three leaves');
    expect(text()).toBe('Clover has 🍀 and meanwhile three leaves');
    end();
    expect(await outcome).toEqual({ kind: 'answered' });
    expect(rows.map(({ content }) => content)).toEqual(['Hello', 'Clover has 🍀 and meanwhile three leaves']);
    expect(completions).toHaveLength(1);
  });

  it('is retried at growing intervals, and immediately when the device is online', async () => {
    const { runner, send, completion, resumed, setOffline, text, pass } = start();
    const outcome = send(runner, hello);
    const { say, cut, end } = await completion();
    say('One');
    setOffline(true);
    cut();
    await pass(3_600);
    expect(runner.turns.get(chatId)).toMatchObject({ isCutOff: true, phase: 'streaming' });
    setOffline(false);
    expect(resumed).toEqual([]);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(resumed).toHaveLength(1);
    say(' two');
    expect(text()).toBe('One two');
    expect(runner.turns.get(chatId)?.isCutOff).toBe(false);
    end();
    await outcome;
  });

  it('before any text resumes the reply that the service began', async () => {
    const { runner, send, completion, completions, text, pass } = start();
    const outcome = send(runner, hello);
    const { say, cut, end } = await completion();
    cut();
    await pass(1);
    say('Here');
    expect(text()).toBe('Here');
    end();
    expect(await outcome).toEqual({ kind: 'answered' });
    expect(completions).toHaveLength(1);
  });

  it('to a service killed before any text leaves a message that can be retried under a new reply id', async () => {
    const { runner, send, completion, pass } = start();
    const outcome = send(runner, hello);
    const { request, forget } = await completion();
    forget();
    await pass(1);
    expect(await outcome).toEqual({
      kind: 'failed',
      code: 'network',
      message: 'The connection was lost.',
    });
    expect(runner.turns.get(chatId)?.phase).toBe('failed');
    runner.retry(chatId, model);
    const again = await completion(1);
    expect(again.request.messageId).toBe(request.messageId);
    expect(again.request.reply?.replyId).not.toBe(request.reply?.replyId);
  });

  it('to a service killed after some text ends with the interrupted reply', async () => {
    const { runner, send, completion, rows, pass } = start();
    const outcome = send(runner, hello);
    const { say, fail } = await completion();
    say('Half');
    fail(new CompletionError('network', 'The connection was lost.'));
    await pass(1);
    expect(await outcome).toMatchObject({ kind: 'failed', message: 'The connection was lost.' });
    expect(rows.at(-1)).toMatchObject({ content: 'Half', end: 'interrupted' });
    expect(runner.turns.get(chatId)).toMatchObject({ phase: 'done', reply: { end: 'interrupted' } });
  });

  it('with a repeated request resumes the reply of the first request', async () => {
    const { runner, send, completion, completions, text, pass } = start();
    const outcome = send(runner, hello);
    const { say, cut, end } = await completion();
    say('Already here');
    cut(new CompletionError('reply_exists', 'This reply exists.', 409));
    await pass(1);
    end();
    expect(await outcome).toEqual({ kind: 'answered' });
    expect(text()).toBe('Already here');
    expect(completions).toHaveLength(1);
  });

  it('with a repeated request for a reply that was lost before any text can be retried', async () => {
    const { runner, send, completion, resumed, pass } = start();
    const outcome = send(runner, hello);
    const { request, cut } = await completion();
    cut(new CompletionError('interrupted', 'The reply was interrupted.', 502));
    await pass(1);
    expect(await outcome).toMatchObject({ kind: 'failed', code: 'interrupted' });
    expect(resumed).toEqual([]);
    runner.retry(chatId, model);
    const again = await completion(1);
    expect(again.request.reply?.replyId).not.toBe(request.reply?.replyId);
  });

  it('of a continued reply is resumed after all its text', async () => {
    const { runner, send, ended, completion, resumed, rows, pass } = start();
    const first = send(runner, hello);
    const cutReply = await completion();
    cutReply.say('First half');
    cutReply.end({ finishReason: 'length' });
    await first;
    const [question, continues] = rows;
    const outcome = ended(() =>
      runner.again({ question: question!, title: 'Hello', model, continues: continues! }),
    );
    const { say, cut, end } = await completion(1);
    say(', second');
    cut();
    say(' half');
    await pass(1);
    end();
    expect(await outcome).toEqual({ kind: 'answered' });
    expect(resumed.map(({ from }) => from)).toEqual(['First half, second'.length]);
    expect(rows.at(-1)?.content).toBe('First half, second half');
  });
});

describe('a running reply of another page or device', () => {
  it('is shown from its beginning and grows on both, without another request to the vendor', async () => {
    const { runner, send, other, completion, completions, rows, text, join, pass } = start();
    const outcome = send(runner, hello);
    const { say, end } = await completion();
    say('One');
    join(other);
    await pass(1);
    say(' two');
    expect([text(runner), text(other)]).toEqual(['One two', 'One two']);
    const shown = showMessages(rows, other.turns.get(chatId));
    expect(shown.map(({ content, end: how }) => [content, how])).toEqual([
      ['Hello', 'complete'],
      ['One two', null],
    ]);
    end();
    expect(await outcome).toEqual({ kind: 'answered' });
    await vi.waitFor(() => expect(other.turns.get(chatId)?.phase).toBe('done'));
    expect(rows.map(({ content }) => content)).toEqual(['Hello', 'One two']);
    expect(completions).toHaveLength(1);
  });

  it('can be stopped from both', async () => {
    const { runner, send, other, completion, rows, join, pass } = start();
    const outcome = send(runner, hello);
    const { say } = await completion();
    say('Half');
    join(other);
    await pass(1);
    other.stop(chatId);
    expect(await outcome).toEqual({ kind: 'stopped' });
    await vi.waitFor(() => expect(other.turns.get(chatId)?.phase).toBe('done'));
    expect(rows.at(-1)).toMatchObject({ content: 'Half', end: 'stopped' });
  });

  it('is read once, not again by the page that requested it', async () => {
    const { runner, send, completion, join, resumed } = start();
    const outcome = send(runner, hello);
    const { say, end } = await completion();
    join(runner);
    say('Hi');
    end();
    await outcome;
    join(runner);
    expect(resumed).toEqual([]);
  });

  it('is not read again after its request failed, so that the error stays visible', async () => {
    const { runner, send, completion, join, resumed } = start();
    const outcome = send(runner, hello);
    const { fail } = await completion();
    fail(new CompletionError('api', 'Refused', 400));
    expect(await outcome).toMatchObject({ kind: 'failed' });
    join(runner);
    expect(runner.turns.get(chatId)).toMatchObject({ phase: 'failed', failure: { message: 'Refused' } });
    expect(resumed).toEqual([]);
  });

  it('that ends without text leaves no turn', async () => {
    const { runner, send, other, completion, join, pass } = start();
    const outcome = send(runner, hello);
    await completion();
    join(other);
    await pass(1);
    runner.stop(chatId);
    await outcome;
    await vi.waitFor(() => expect(other.turns.get(chatId)).toBeUndefined());
  });
});

describe('the running replies', () => {
  it('contain a reply from its request to its end', async () => {
    const { runner, send, services, completion } = start();
    const running = () => services.running.all();
    const outcome = send(runner, hello);
    const { request, say, end } = await completion();
    expect(running()).toEqual([
      { id: request.reply?.replyId, chatId, questionId: request.reply?.questionId },
    ]);
    say('Hi');
    end();
    await outcome;
    expect(running()).toEqual([]);
  });
});

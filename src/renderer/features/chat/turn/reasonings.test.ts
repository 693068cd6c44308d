import { beforeEach, expect, it, vi } from 'vitest';
import { createTurnServices } from '../testing/turn-services.ts';
import { TurnRunner } from './turn-runner.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const model = { id: 'some/model', name: 'Some Model' };
const hello = { chatId, title: 'Hello', isNewChat: true, text: 'Hello', model };

beforeEach(() =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'Date'],
  }),
);

async function start() {
  const edge = createTurnServices();
  const runner = new TurnRunner('user', edge.services);
  const outcome = edge.send(runner, hello);
  const reply = await vi.waitFor(() => edge.completions[0] ?? Promise.reject(new Error('not requested yet')));
  const think = (reasoning: string) => {
    reply.say('', { reasoning });
    vi.advanceTimersToNextFrame();
  };
  const turn = () => runner.turns.get(chatId);
  return { ...edge, runner, reply, outcome, think, turn };
}

it('ten thousand pieces of reasoning change the screen twice: when the reasoning begins and when the reply does', async () => {
  const { runner, reply, think, turn } = await start();
  const onChange = vi.fn<() => void>();
  runner.turns.subscribe(onChange);
  for (let piece = 0; piece < 10_000; piece += 1) think('x');
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(turn()?.phase).toBe('streaming');
  expect(turn()?.reply.thinking?.milliseconds).toBeNull();
  reply.say('Yes');
  vi.advanceTimersToNextFrame();
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(runner.reasonings.get(turn()!.reply.id)).toBe('x'.repeat(10_000));
});

it('measures the thinking time, even if the model thinks again after part of its reply', async () => {
  const { reply, think, turn } = await start();
  const say = (text: string) => {
    reply.say(text);
    vi.advanceTimersToNextFrame();
  };
  think('Hm');
  vi.advanceTimersByTime(5_000);
  say('One');
  const first = turn()!.reply.thinking!.milliseconds!;
  expect(first).toBeGreaterThanOrEqual(5_000);
  expect(first).toBeLessThan(5_100);
  vi.advanceTimersByTime(60_000);
  think('Hm');
  vi.advanceTimersByTime(1_000);
  say('Two');
  expect(turn()!.reply.thinking!.milliseconds! - first).toBeLessThan(1_200);
});

it('is rendered once per frame while it is open', async () => {
  const { runner, reply, think } = await start();
  think('Hm');
  const onPaint = vi.fn<() => void>();
  const close = runner.reasonings.subscribe(onPaint);
  for (let piece = 0; piece < 100; piece += 1) reply.say('', { reasoning: 'x' });
  vi.advanceTimersToNextFrame();
  expect(onPaint).toHaveBeenCalledTimes(1);
  close();
  think('x');
  expect(onPaint).toHaveBeenCalledTimes(1);
});

it('is resumed at its own position', async () => {
  const { reply, resumed, think, turn, runner } = await start();
  think('Hm, ');
  reply.cut();
  reply.say('', { reasoning: 'so.' });
  await vi.advanceTimersByTimeAsync(1);
  expect(resumed).toEqual([{ replyId: turn()!.reply.id, from: 0, reasoningFrom: 4 }]);
  expect(runner.reasonings.get(turn()!.reply.id)).toBe('Hm, so.');
});

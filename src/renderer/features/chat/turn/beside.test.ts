import { expect, it, vi } from 'vitest';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { RunningReplies } from '../marks/running-replies.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { TurnRunner } from './turn-runner.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const models = ['one', 'two', 'three'].map((id) => ({ id, name: id }));
const question = { id: 'question', chatId, content: 'Question' };

async function start() {
  const edge = createTurnServices();
  const runner = new TurnRunner('user', edge.services);
  const runners = models.map((model) => {
    const beside = runner.beside(chatId);
    beside.again({ question, title: 'Title', model });
    return beside;
  });
  await vi.waitFor(() => expect(edge.completions).toHaveLength(3));
  const phases = () => runners.map(({ turns }) => turns.get(chatId)?.phase ?? null);
  return { ...edge, runner, runners, phases };
}

it('reads the replies of several models to one message, each counted separately', async () => {
  const { completions, runners, phases, services } = await start();
  expect(completions.map(({ request }) => request.model)).toEqual(['one', 'two', 'three']);
  expect(new Set(completions.map(({ request }) => request.messageId)).size).toBe(3);
  expect(completions.map(({ request }) => request.reply?.questionId)).toEqual(Array(3).fill('question'));
  expect(services.running.all()).toHaveLength(3);
  completions[1]?.say('From two');
  completions[1]?.end();
  await vi.waitFor(() => expect(phases()).toEqual(['waiting', 'done', 'waiting']));
  expect(runners[1]?.turns.get(chatId)?.reply.text).toBe('From two');
});

it('keeps a failure where the same model can retry', async () => {
  const { completions, runners, phases } = await start();
  completions[0]?.fail(new CompletionError('timeout', 'Too slow'));
  await vi.waitFor(() => expect(phases()).toEqual(['failed', 'waiting', 'waiting']));
  const turn = runners[0]?.turns.get(chatId);
  expect([turn?.failure?.message, turn?.model]).toEqual(['Too slow', models[0]]);
  runners[0]?.retry(chatId, turn?.model ?? null);
  await vi.waitFor(() => expect(completions).toHaveLength(4));
  // Sends the same id, so that the retry is not counted again.
  expect(completions[3]?.request.messageId).toBe(completions[0]?.request.messageId);
});

it('stops one reply without the others', async () => {
  const { completions, runners, phases, stopped } = await start();
  for (const { say } of completions) say('Half');
  await vi.waitFor(() => expect(phases()).toEqual(['streaming', 'streaming', 'streaming']));
  runners[2]?.stop(chatId);
  await vi.waitFor(() => expect(phases()).toEqual(['streaming', 'streaming', 'done']));
  expect(stopped).toEqual([completions[2]?.request.reply?.replyId]);
});

it('is not read twice', async () => {
  const { runner, runners, completions, resumed } = await start();
  runner.join(completions[0]?.request.reply?.replyId ?? '', question, 'Title');
  expect([runner.turns.get(chatId), resumed]).toEqual([undefined, []]);
  expect(runner.all()).toEqual([runner, ...runners]);
});

it('ends with its chat and its user', async () => {
  const { runner, phases } = await start();
  runner.endAll();
  expect(phases()).toEqual([null, null, null]);
  // The runners can be reused by another comparison.
  expect(runner.all()).toContain(runner.beside(chatId));
});

it('keeps every running reply of a chat until it ends', () => {
  const ended: string[] = [];
  const running = new RunningReplies(({ id }) => ended.push(id));
  for (const id of ['a', 'b', 'a']) running.begin({ id, chatId, questionId: 'question' });
  expect(running.all().map(({ id }) => id)).toEqual(['a', 'b']);
  expect(running.byChat().get(chatId)?.id).toBe('b');
  running.end('b');
  expect([ended, running.byChat().get(chatId)?.id]).toEqual([['b'], 'a']);
});

import { describe, expect, it, vi } from 'vitest';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import type { LiveTurn } from './live-turn.ts';
import { showMessages } from './shown-messages.ts';
import type { TurnAction } from './turn-action.ts';
import { TurnRunner } from './turn-runner.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const model = { id: 'some/model', name: 'Some Model' };

async function start() {
  const edge = createTurnServices();
  const runner = new TurnRunner('user', edge.services);
  const completion = (index: number) =>
    vi.waitFor(() => edge.completions[index] ?? Promise.reject(new Error('not requests yet')));
  const sent = edge.send(runner, { chatId, title: 'Title', isNewChat: true, text: 'Question', model });
  const first = await completion(0);
  first.say('First');
  first.end();
  await sent;
  const rows = () =>
    edge.rows.map((row) => ({ ...row, parentId: edge.parents.get(row.id) ?? null, versions: [row.id] }));
  const [question, reply] = rows();
  return {
    ...edge,
    runner,
    completion,
    question: question!,
    reply: reply!,
    rows,
    turn: () => runner.turns.get(chatId),
  };
}
const texts = (rows: Parameters<typeof showMessages>[0], turn: LiveTurn | undefined) =>
  showMessages(rows, turn).map(({ content }) => content);

describe('a regenerated reply', () => {
  it('is another version, and counts as a separate message', async () => {
    const { runner, ended, completion, question, reply, rows, parents, turn } = await start();
    const outcome = ended(() => runner.again({ question, title: 'Title', model }));
    const { request, say, end } = await completion(1);
    expect(request.messageId).not.toBe(question.id);
    say('Second');
    await vi.waitFor(() => expect(turn()?.phase).toBe('streaming'));
    // The previous version is hidden while the new one grows.
    const shown = showMessages(rows(), turn());
    expect(shown.map(({ content }) => content)).toEqual(['Question', 'Second']);
    expect(shown[1]?.versions).toEqual([reply.id, turn()?.reply.id]);
    end();
    expect(await outcome).toEqual({ kind: 'answered' });
    expect(rows().map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
    expect(parents.get(rows()[2]!.id)).toBe(question.id);
  });

  it('keeps the earlier one visible if it fails or is stopped', async () => {
    const { runner, ended, completion, question, rows, turn } = await start();
    const failed = ended(() => runner.again({ question, title: 'Title', model }));
    (await completion(1)).fail(new CompletionError('timeout', 'Too slow'));
    expect(await failed).toEqual({ kind: 'failed', code: 'timeout', message: 'Too slow' });
    expect(texts(rows(), turn())).toEqual(['Question', 'First']);
    const stopped = ended(() => runner.again({ question, title: 'Title', model }));
    await completion(2);
    runner.stop(chatId);
    expect(await stopped).toEqual({ kind: 'stopped' });
    expect(texts(rows(), turn())).toEqual(['Question', 'First']);
  });

  it('starts with the cut reply that it continues, and is stored completely', async () => {
    const { runner, ended, completion, question, reply, rows, turn } = await start();
    const outcome = ended(() => runner.again({ question, title: 'Title', model, continues: reply }));
    const { request, say, end } = await completion(1);
    expect(request.reply).toEqual({
      replyId: turn()?.reply.id,
      questionId: question.id,
      continues: reply.id,
    });
    expect(texts(rows(), turn())).toEqual(['Question', 'First']);
    expect(showMessages(rows(), turn()).at(-1)?.end).toBeNull();
    say(' and last');
    end();
    await outcome;
    expect(rows().map(({ content }) => content)).toEqual(['Question', 'First', 'First and last']);
  });

  it('stores nothing twice if it continues without new text', async () => {
    const { runner, ended, completion, question, reply, rows, turn } = await start();
    const outcome = ended(() => runner.again({ question, title: 'Title', model, continues: reply }));
    await completion(1);
    runner.stop(chatId);
    expect(await outcome).toEqual({ kind: 'stopped' });
    expect([rows().length, turn()]).toEqual([2, undefined]);
  });

  it('uses the action that replied in this visit, under a new id; later the model [QUICK-022]', async () => {
    const { runner, ended, completion, services, actions } = await start();
    const requests: string[] = [];
    const action: TurnAction = {
      draftKey: 'action',
      succeeded: { title: 'Done' },
      failed: (text) => ({ title: 'Failed', message: text }),
      ask: async (_text, { messageId, reply }) => {
        requests.push(messageId);
        actions.store(reply, 'Summary');
        return { text: 'Summary' };
      },
    };
    await ended(() => runner.act({ chatId, title: 'Title', isNewChat: false, text: 'Notes', action }));
    const notes = { ...(await start()).question, id: requests[0]!, content: 'Notes' };
    await ended(() => runner.again({ question: notes, title: 'Title', model: null }));
    expect(new Set(requests).size).toBe(2);
    const later = new TurnRunner('user', services);
    const outcome = ended(() => later.again({ question: notes, title: 'Title', model }));
    const { say, end } = await completion(1);
    say('From the model');
    end();
    expect(await outcome).toEqual({ kind: 'answered' });
    expect(requests).toHaveLength(2);
  });
});

describe('a message that is edited', () => {
  it('becomes a version of the first one, and hides the messages after it', async () => {
    const { runner, send, completion, question, rows, parents, turn } = await start();
    const edited = { chatId, title: 'Title', isNewChat: false, text: 'Edited', model, after: null };
    const before = rows();
    const outcome = send(runner, edited);
    const shown = showMessages(before, turn());
    expect(shown.map(({ content }) => content)).toEqual(['Edited']);
    expect(shown[0]?.versions).toEqual([question.id, turn()?.messageId]);
    const { request, say, end } = await completion(1);
    expect(request.messageId).not.toBe(question.id);
    say('Other');
    end();
    await outcome;
    // The first message of a chat is its own parent.
    expect(parents.get(request.messageId)).toBe(request.messageId);
  });

  it('has its own system prompt', async () => {
    const { runner, send, completion, reply, rows, parents } = await start();
    const text = '[SYSTEM: In verse]\n\nEdited';
    void send(runner, { chatId, title: 'Title', isNewChat: false, text, model, after: reply.id });
    await completion(1);
    const [prompt, message] = rows().slice(2);
    expect([prompt?.role, parents.get(prompt!.id), parents.get(message!.id)]).toEqual([
      'system',
      reply.id,
      prompt?.id,
    ]);
  });
});

it('shows a completed turn only in its own branch', async () => {
  const { question, turn } = await start();
  const elsewhere = { ...question, id: 'other', content: 'Other branch' };
  expect(texts([elsewhere], turn())).toEqual(['Other branch']);
});

it('removes a turn only if nothing would be lost', async () => {
  const { runner, send, completion } = await start();
  const outcome = send(runner, { chatId, title: 'Title', isNewChat: false, text: 'More', model });
  expect(runner.clear(chatId)).toBe(false);
  const { say, end } = await completion(1);
  say('Reply');
  end();
  await outcome;
  expect(runner.clear(chatId)).toBe(true);
  expect(runner.turns.get(chatId)).toBeUndefined();
});

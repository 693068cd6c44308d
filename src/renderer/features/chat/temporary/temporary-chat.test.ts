import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelPrice } from '../../../lib/model-choice.ts';
import { askToConfirm, openQuestion } from '../../../lib/confirmation.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { createTemporaryChat } from './temporary-chat.ts';
import { createTemporarySlot } from './temporary-slot.ts';

const model = { id: 'some/model', name: 'Some Model' };

function begin() {
  const { services, completions } = createTurnServices();
  const chat = createTemporaryChat('ada', {
    ...services,
    readPrompt: async (chat = 'Be helpful.') => ({ text: chat, sources: [] }),
    onEnded: () => {},
  });
  const send = (text: string) =>
    chat.engine.queue.send({ chatId: chat.id, title: 'Temporary', isNewChat: false, text, model });
  return { chat, send, completions };
}

afterEach(() => vi.restoreAllMocks());

describe('a temporary chat', () => {
  it('keeps its messages in memory and sends them with each request, with separate ids', async () => {
    const { chat, send, completions } = begin();
    send('[SYSTEM: Answer in verse.]\n\nHello');
    await vi.waitFor(() => expect(completions).toHaveLength(1));
    completions[0]!.say('Hi there');
    completions[0]!.end();
    await vi.waitFor(() => expect(chat.rows()).toHaveLength(3));
    send('And now?');
    await vi.waitFor(() => expect(completions).toHaveLength(2));
    expect(completions[1]!.request.messages).toEqual([
      { role: 'system', content: 'Answer in verse.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi there' },
      { role: 'user', content: 'And now?' },
    ]);
    expect(completions[1]!.request.messageId).not.toBe(completions[0]!.request.messageId);
    completions[1]!.say('Later');
    completions[1]!.end();
    await vi.waitFor(() => expect(chat.rows()).toHaveLength(5));
    expect(chat.rows().map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Answer in verse.'],
      ['user', 'Hello'],
      ['assistant', 'Hi there'],
      ['user', 'And now?'],
      ['assistant', 'Later'],
    ]);
  });

  it('keeps versions: another reply is requested for the same question, and an edit starts a branch', async () => {
    const { chat, send, completions } = begin();
    const idOf = (place: number) => chat.rows()[place]!.id;
    const answer = async (place: number, text: string, rows: number) => {
      await vi.waitFor(() => expect(completions).toHaveLength(place + 1));
      completions[place]!.say(text);
      completions[place]!.end();
      await vi.waitFor(() => expect(chat.rows()).toHaveLength(rows));
    };
    send('Hello');
    await answer(0, 'Hi there', 2);
    const [question] = chat.rows();
    chat.engine.runner.again({ question: question!, title: 'Temporary', model });
    await answer(1, 'Good day', 2);
    await vi.waitFor(() => expect(chat.rows()[1]?.content).toBe('Good day'));
    expect(chat.rows()[1]?.versions).toHaveLength(2);
    expect(completions[1]!.request.messages).toEqual(completions[0]!.request.messages);
    send('And now?');
    await answer(2, 'Later', 4);
    const request = { chatId: chat.id, title: 'Temporary', isNewChat: false, model };
    chat.engine.queue.send({ ...request, text: 'And then?', after: idOf(1) });
    await answer(3, 'Soon', 4);
    await vi.waitFor(() => expect(chat.rows()[3]?.content).toBe('Soon'));
    expect(completions[3]!.request.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Good day' },
      { role: 'user', content: 'And then?' },
    ]);
    await chat.engine.versions.showVersion(chat.id, chat.rows()[2]!.versions![0]!);
    expect(chat.rows().map(({ content }) => content)).toEqual(['Hello', 'Good day', 'And now?', 'Later']);
  });

  it('continues a cut-off reply as another version with the complete text', async () => {
    const { chat, send, completions } = begin();
    send('Hello');
    await vi.waitFor(() => expect(completions).toHaveLength(1));
    completions[0]!.say('Hi ');
    completions[0]!.end({ finishReason: 'length' });
    await vi.waitFor(() => expect(chat.rows()).toHaveLength(2));
    const [question, reply] = chat.rows();
    chat.engine.runner.again({ question: question!, title: 'Temporary', model, continues: reply! });
    await vi.waitFor(() => expect(completions).toHaveLength(2));
    completions[1]!.say('there');
    completions[1]!.end();
    await vi.waitFor(() => expect(chat.rows()[1]?.content).toBe('Hi there'));
    expect(chat.rows()[1]?.versions).toEqual([reply!.id, chat.rows()[1]!.id]);
  });

  it("shows a reply's price, and its usage as far as the vendor reported it", async () => {
    const { chat, completions } = begin();
    const ask = async (text: string, price?: ModelPrice) => {
      const count = completions.length;
      const priced = { ...model, ...(price && { price }) };
      chat.engine.queue.send({ chatId: chat.id, title: 'Temporary', isNewChat: false, text, model: priced });
      await vi.waitFor(() => expect(completions).toHaveLength(count + 1));
      return completions[count]!;
    };
    const lastUsage = async (place: number) => {
      await vi.waitFor(() => expect(chat.rows()).toHaveLength(place));
      const { milliseconds: _, ...usage } = chat.rows().at(-1)?.usage ?? {};
      return usage;
    };
    const usage = { promptTokens: 1000, completionTokens: 500, reasoningTokens: 100 };
    const priced = await ask('Hello', { input: 2.5, output: 10 });
    priced.say('Hi');
    priced.end({ usage });
    const tokens = { prompt_tokens: 1000, completion_tokens: 500, reasoning_tokens: 100 };
    expect(await lastUsage(2)).toEqual({ ...tokens, cost: 7_500_000 });

    const estimated = await ask('And?', { input: 2.5, output: null });
    estimated.say('Hi');
    estimated.end({ usage: { ...usage, isEstimated: true } });
    expect(await lastUsage(4)).toEqual({
      ...tokens,
      is_estimated: true,
      cost: 3_750_000,
      is_cost_estimated: true,
    });

    const other = await ask('And?', { input: 2.5, output: 10 });
    other.say('Hi', { model: 'another/model', unavailableVendor: 'OpenAI' });
    other.end({ usage });
    expect(await lastUsage(6)).toEqual(tokens);

    const silent = await ask('And?', { input: 2.5, output: 10 });
    silent.say('Hi');
    silent.end();
    expect(await lastUsage(8)).toEqual({});
  });

  it('uses the default prompt if it has none', async () => {
    const { send, completions } = begin();
    send('Hello');
    await vi.waitFor(() => expect(completions).toHaveLength(1));
    expect(completions[0]!.request.messages[0]).toEqual({ role: 'system', content: 'Be helpful.' });
  });

  it('asks for confirmation as soon as it contains text', async () => {
    const { chat } = begin();
    expect(chat.hasText()).toBe(false);
    chat.engine.drafts.set(chat.id, '  ');
    expect(chat.hasText()).toBe(false);
    chat.engine.drafts.set(chat.id, 'a word');
    expect(chat.hasText()).toBe(true);
  });

  it('aborts its running reply when it ends', async () => {
    const { chat, send, completions } = begin();
    const slot = createTemporarySlot(async () => chat);
    await slot.begin();
    expect(slot.get()).toBe(chat);
    send('Hello');
    await vi.waitFor(() => expect(completions).toHaveLength(1));
    slot.end();
    expect(completions[0]!.options.signal.aborted).toBe(true);
    expect(slot.get()).toBeNull();
  });
});

it('a newer confirmation cancels the previous one', async () => {
  const question = { title: 'One?', text: '', confirm: 'Yes', cancel: 'No' };
  const first = askToConfirm(question);
  const second = askToConfirm({ ...question, title: 'Two?' });
  expect(await first).toBe(false);
  expect(openQuestion()?.question.title).toBe('Two?');
  openQuestion()?.answer(true);
  expect([await second, openQuestion()]).toEqual([true, null]);
});

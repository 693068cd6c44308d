import { expect, it } from 'vitest';
import { contextUse } from './context-use.ts';
import { filesBudget } from './files-budget.ts';

const model = { id: 'small/model', name: 'Small', contextLength: 8_000 };
const ask = (characters: number) => [{ role: 'user' as const, content: 'a'.repeat(characters) }];

it('leaves room for the reply, the question and the rest of the prompt', () => {
  const empty = filesBudget(model, 1_000, null, ask(0));
  expect(empty).toBe(3_500);
  expect(filesBudget(model, 1_000, 'b'.repeat(4_000), ask(8_000))).toBe(2_000);
  expect(filesBudget(model, 1_000, null, ask(40_000))).toBe(0);
  expect(filesBudget({ ...model, contextLength: 200_000 }, 1_000, null, ask(0))).toBe(8_000);
});

it('counts toward the use of the context', () => {
  const prompts = { installation: null, account: null, memory: null, project: null, chat: null };
  const source = { rows: [], hasOlder: false, prompts, maxTokens: 1_000 };
  expect(contextUse(source, model, '', [], 100)).toMatchObject({ used: 100, room: 7_000 });
  expect(contextUse(source, model, '', [], 90_000).used).toBe(3_500);
});

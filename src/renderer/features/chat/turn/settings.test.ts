import { expect, it } from 'vitest';
import { settingsFor } from './settings.ts';

const service = { client: 'openai', origin: 'https://api.openai.com' } as const;
const facts = { maxOutput: 4096 };
const model = { id: 'gpt-5-mini', name: 'GPT-5 mini', ...facts, service };

it("contain the output limit and the model's facts by default", async () => {
  expect(await settingsFor(model, null)).toEqual({ maxTokens: 4096, facts });
  expect(await settingsFor(model, { instructions: 'Be brief.' })).toEqual({ maxTokens: 4096, facts });
});

it("are the chat's parameters, with an output limit that the model allows", async () => {
  const parameters = { temperature: 0.2, topP: 0.9, maxTokens: 5000, effort: 'low' } as const;
  expect(await settingsFor(model, parameters)).toEqual({ ...parameters, maxTokens: 4096, facts });
  const thinker = { ...model, isReasoning: true };
  expect(await settingsFor(thinker, null)).toMatchObject({ facts: { maxOutput: 4096, isReasoning: true } });
});

it('contain only an effort that the model supports, because its vendor would refuse the request', async () => {
  expect(await settingsFor(model, { effort: 'off' })).toEqual({ maxTokens: 4096, facts });
  expect(await settingsFor({ id: 'gpt-5-mini', name: 'GPT-5 mini' }, { effort: 'low' })).toEqual({
    maxTokens: 1000,
    facts: {},
  });
});

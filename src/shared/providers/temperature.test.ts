import { expect, it } from 'vitest';
import { chooseTemperature } from './temperature.ts';

const ask = (user: string, system = 'You are a helpful assistant.') => [
  { role: 'system' as const, content: system },
  { role: 'user' as const, content: user },
];

it('is 0.7 by default [PROV-017]', () => {
  expect(chooseTemperature(ask('Hello, write some code'), 'gpt-4o')).toBe(0.7);
  expect(chooseTemperature([], 'any')).toBe(0.7);
});

it('is 1 for the creation of an image by a model that supports it [PROV-018] [MODEL-028]', () => {
  expect(chooseTemperature(ask('Please draw me a picture of a fox'), 'gpt-4o')).toBe(1);
  expect(chooseTemperature(ask('A fox', 'You create images.'), 'gpt-4o-mini')).toBe(1);
  expect(chooseTemperature(ask('Please draw me a picture of a fox'), 'deepseek-ai/DeepSeek-V3')).toBe(0.7);
});

it('is 1 if the caller knows that the model creates images, whatever its name [PROV-018]', () => {
  const messages = ask('Please draw me a picture of a fox');
  expect(chooseTemperature(messages, 'Qwen/Qwen2.5-VL-72B-Instruct', true)).toBe(1);
  expect(chooseTemperature(messages, 'gpt-4o', false)).toBe(0.7);
  expect(chooseTemperature(messages, 'openai/gpt-4o')).toBe(1);
  expect(chooseTemperature(messages, 'not-gpt-4o')).toBe(0.7);
});

it('is 0.2 for a coding assistant [PROV-019]', () => {
  expect(chooseTemperature(ask('Hi', 'You help people debug programs.'), 'any')).toBe(0.2);
});

it('is 0.3 for data analysis and summaries [PROV-020]', () => {
  expect(chooseTemperature(ask('Hi', 'You analyze data.'), 'any')).toBe(0.3);
  expect(chooseTemperature(ask('Hi', 'Summarize what you are given.'), 'any')).toBe(0.3);
});

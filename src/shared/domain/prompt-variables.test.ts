import { describe, expect, it } from 'vitest';
import { fillPrompt, maxPromptVariables, promptVariablesOf } from './prompt-variables.ts';

const now = new Date(2026, 10, 27, 9, 5);
const fill = (text: string, values: Record<string, string> = {}) =>
  fillPrompt(text, new Map(Object.entries(values)), now);

describe('the variables of a prompt', () => {
  it('are names in double braces, each once, in the order of their first use', () => {
    expect(promptVariablesOf('Tell {{ name }} about {{topic}}, {{name}}.')).toEqual([
      { name: 'name', options: [] },
      { name: 'topic', options: [] },
    ]);
  });

  it('are not single braces, empty braces, several lines or nested braces', () => {
    const text = 'const a = { b: {c} }; {{}} {{ }} {{a\nb}} {{a{b}}} ${d}';
    expect(promptVariablesOf(text)).toEqual([]);
    expect(fill(text)).toBe(text);
  });

  it.each([
    ['{{tone:formal|casual | very formal}}', ['formal', 'casual', 'very formal']],
    ['{{tone | select:options=["formal","very casual"]:default="formal"}}', ['formal', 'very casual']],
    ['{{tone|select:placeholder="A: b":options=["x:y"]}}', ['x:y']],
    ['{{tone | select:options=[oops]}}', []],
    ['{{tone | textarea:placeholder="Say how":required}}', []],
    ['{{tone}} {{tone:formal|casual}}', ['formal', 'casual']],
  ])('%s has a list of values', (text, options) => {
    expect(promptVariablesOf(text)).toEqual([{ name: 'tone', options }]);
    expect(fill(text, { tone: 'dry' })).toBe(text.replaceAll(/\{\{[^}]*\}\}/g, 'dry'));
  });

  it('keep a colon without a list in their name', () => {
    expect(promptVariablesOf('{{time: now}}')).toEqual([{ name: 'time: now', options: [] }]);
  });

  it(`are at most ${maxPromptVariables}`, () => {
    const text = Array.from({ length: maxPromptVariables + 1 }, (_, index) => `{{v${index}}}`).join(' ');
    expect(promptVariablesOf(text)).toHaveLength(maxPromptVariables);
  });
});

describe('filling in a prompt', () => {
  it('replaces every use, and inserts the value unchanged', () => {
    expect(fill('{{a}} {{ a }} {{b}}', { a: '$& {{b}}', b: 'x' })).toBe('$& {{b}} $& {{b}} x');
  });

  it('keeps a variable without a value, so that braces in code survive', () => {
    expect(fill('<p>{{ user.name }}</p> {{topic}}', { topic: 'clover' })).toBe(
      '<p>{{ user.name }}</p> clover',
    );
  });

  it('inserts the current date and time, which are not fields', () => {
    const text = 'On {{CURRENT_DATE}} at {{current_datetime}}';
    expect(promptVariablesOf(text)).toEqual([]);
    expect(fill(text)).toBe('On 2026-11-27 at 2026-11-27 09:05');
  });

  it('takes linear time for hostile text', () => {
    const text = `${'{{a:'.repeat(8_000)}${'{{a|select:options=['.repeat(1_500)}`;
    const began = performance.now();
    promptVariablesOf(text);
    fill(text);
    expect(performance.now() - began).toBeLessThan(500);
  });
});

import { describe, expect, it } from 'vitest';
import { type Persona } from './persona.ts';
import { readPersonaFile, writePersonaFile } from './persona-file.ts';

const persona: Persona = {
  name: 'Latin teacher',
  color: 'purple',
  instructions: 'Answer in Latin. {{user}} <script>alert(1)</script>',
  model: { id: 'some/model', vendorName: null },
  parameters: { temperature: 0.2 },
  starters: ['Translate "hello".'],
};
const read = (file: unknown) => readPersonaFile(JSON.stringify(file));

describe('a file of personas', () => {
  it('contains what was written, without ids', () => {
    const stored = { ...persona, id: 'secret', revision: 3 };
    const text = writePersonaFile([stored]);
    expect(text).not.toContain('secret');
    expect(readPersonaFile(text)).toEqual({ personas: [{ persona, isCut: false }], invalid: 0 });
  });

  it('may have unknown fields and values, and personas that are not valid are counted', () => {
    const other = { ...persona, color: 'plaid', model: 7, parameters: { temperature: 99 }, memory: {} };
    const noName = { ...persona, name: ' ' };
    const long = { ...persona, instructions: 'x'.repeat(8001) };
    expect(read({ format: 'clover-personas', version: 9, personas: [other, noName, long, null] })).toEqual({
      personas: [{ persona: { ...persona, color: 'green', model: null, parameters: {} }, isCut: false }],
      invalid: 3,
    });
  });

  it('is refused if it is something else', () => {
    for (const file of ['', '{', '[]', 'null', '{"format":"clover-personas","personas":[]}', '{"name":"x"}'])
      expect(readPersonaFile(file)).toBeNull();
  });
});

describe('a character card', () => {
  const card = {
    name: 'Ada',
    description: '{{char}} is a mathematician who likes {{user}}.',
    personality: 'curious',
    scenario: '',
    first_mes: 'Hello, <USER>.',
    mes_example: '<START>\n{{user}}: Hi\n{{char}}: Hello',
  };
  const instructionsOf = (file: unknown) => read(file)?.personas[0]?.persona.instructions;

  it('of version 1 becomes instructions with its names filled in', () => {
    expect(instructionsOf(card)).toBe(
      [
        'You are Ada. Stay in this role.',
        'Description:\nAda is a mathematician who likes the user.',
        'Personality:\ncurious',
        'Examples of how you talk:\n<START>\nthe user: Hi\nAda: Hello',
        'Your first message:\nHello, the user.',
      ].join('\n\n'),
    );
  });

  it('of versions 2 and 3 may have a system prompt, and unknown fields are ignored', () => {
    for (const spec of ['chara_card_v2', 'chara_card_v3'])
      expect(
        instructionsOf({
          spec,
          spec_version: '9.9',
          data: { ...card, system_prompt: 'Write as {{char}}. {{original}}', character_book: { entries: 7 } },
        }),
      ).toMatch(/^Write as Ada\.\n\nYou are Ada\./);
  });

  it('with long texts is shortened, even within its names, and reports that', () => {
    const [long] = read({ ...card, name: '👩🏽‍🔬'.repeat(60), description: '$&'.repeat(60_000) })?.personas ?? [];
    expect(long?.isCut).toBe(true);
    expect(long?.persona.instructions.length).toBeLessThanOrEqual(8000);
    expect(long?.persona.name.length).toBeLessThanOrEqual(60);
    expect(long?.persona.name).toMatch(/^(?:👩🏽‍🔬)+$/u);
  });

  it('needs a name and at least one text', () => {
    expect(read({ name: 'Ada' })).toBeNull();
    expect(read({ spec: 'chara_card_v2', data: { description: 'no name' } })).toBeNull();
  });
});

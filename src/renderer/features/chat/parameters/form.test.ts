import { describe, expect, it } from 'vitest';
import { emptyFields, fieldsOf, maxValues, type ParameterFields, readFields } from './form.ts';

const highest = maxValues({ temperature: 2, hasTopP: true }, 8192);
const read = (fields: Partial<ParameterFields>, limits = highest) =>
  readFields({ ...emptyFields, ...fields }, limits);

describe('the fields of the parameters', () => {
  it('can be filled in and read without changes', () => {
    const parameters = {
      instructions: 'Be brief.',
      temperature: 0,
      topP: 0.9,
      maxTokens: 500,
      effort: 'off',
    } as const;
    expect(read(fieldsOf(parameters))).toEqual({ parameters, wrong: new Set() });
    expect(read(fieldsOf(null))).toEqual({ parameters: null, wrong: new Set() });
  });

  it('accept spaces and decimal commas, and leave out empty values', () => {
    expect(read({ temperature: ' 0,5 ', instructions: ' \n ' }).parameters).toEqual({ temperature: 0.5 });
  });

  it('accept numbers as the hints show them', () => {
    for (const maxTokens of ['8192', '8,192', '8.192', '8 192'])
      expect(read({ maxTokens }).parameters).toEqual({ maxTokens: 8192 });
    expect(read({ temperature: '1.125' }).parameters).toEqual({ temperature: 1.125 });
  });

  it.each([
    ['temperature', '2.1'],
    ['temperature', '-1'],
    ['temperature', 'warm'],
    ['topP', '1.1'],
    ['maxTokens', '0'],
    ['maxTokens', '1.5'],
    ['maxTokens', '8193'],
  ] as const)('refuse %s %s', (name, value) => {
    expect([...read({ [name]: value }).wrong]).toEqual([name]);
  });

  it('keep values that the model does not support, for use with another model', () => {
    const limits = maxValues({ temperature: null, hasTopP: false }, 8192);
    expect(read({ temperature: '0.5', topP: '0.9' }, limits)).toEqual({
      parameters: { temperature: 0.5, topP: 0.9 },
      wrong: new Set(),
    });
  });

  it('never contain half a character, which the database would refuse', () => {
    expect(read({ instructions: 'a\u0000b\ud83d' }).parameters?.instructions?.isWellFormed()).toBe(true);
  });
});

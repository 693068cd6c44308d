import { describe, expect, it } from 'vitest';
import { PromptFileError, readPromptFile, toPromptFile } from './read-prompt-file.ts';

const read = (file: unknown, existing: Parameters<typeof readPromptFile>[1] = []) =>
  readPromptFile(typeof file === 'string' ? file : JSON.stringify(file), existing);
const problemOf = (file: unknown) => {
  try {
    return read(file);
  } catch (error) {
    if (error instanceof PromptFileError) return error.problem;
    throw error;
  }
};
const short = { name: 'short', title: 'Make it brief', text: 'Shorten this:\n\n' };

describe('a prompt file', () => {
  it('from Clover contains what was exported', () => {
    expect(read(`\uFEFF${toPromptFile([short])}`)).toEqual({ prompts: [short], renamed: [], skipped: [] });
  });

  it('from Open WebUI is a list of commands, older ones with a title instead of a name', () => {
    const file = [
      {
        command: '/summarize',
        user_id: 'u',
        title: 'Summarize a text',
        content: 'Summarize in {{count | number:min=1}} sentences: {{CLIPBOARD}}',
        timestamp: 1_700_000_000,
        access_control: null,
      },
      {
        command: 'code review',
        name: 'Review\ncode',
        content: 'Review it.',
        tags: ['a'],
        is_active: true,
        meta: {},
      },
    ];
    expect(read(file).prompts).toEqual([
      {
        name: 'summarize',
        title: 'Summarize a text',
        text: 'Summarize in {{count | number:min=1}} sentences: {{CLIPBOARD}}',
      },
      { name: 'code-review', title: 'Review code', text: 'Review it.' },
    ]);
  });

  it('from LibreChat contains prompt groups, in a page, a list or alone', () => {
    const group = {
      _id: '66',
      name: 'Plan a trip',
      numberOfGenerations: 2,
      oneliner: 'Days and costs',
      category: 'travel',
      productionId: '67',
      productionPrompt: { prompt: 'Plan {{days}} days in {{city:Rome|Oslo}}.', type: 'text' },
    };
    const prompt = {
      name: 'Plan-a-trip',
      title: 'Plan a trip',
      text: 'Plan {{days}} days in {{city:Rome|Oslo}}.',
    };
    for (const file of [{ promptGroups: [group], pageNumber: '1' }, [group], group])
      expect(read(file).prompts).toEqual([prompt]);
    expect(read([{ ...group, command: 'trip' }]).prompts[0]?.name).toBe('trip');
  });

  it('names each entry that is not imported, and why', () => {
    const file = [
      short,
      { ...short, text: 'Another text.' },
      short,
      { name: '/', text: 'No name.' },
      { name: 'blank', text: ' ' },
      { name: 'large', text: 'a'.repeat(65_537) },
      { question: 'Not a prompt' },
      null,
    ];
    expect(read(file, [{ name: 'SHORT', title: '', text: 'Mine.' }])).toEqual({
      prompts: [
        { ...short, name: 'short-2' },
        { ...short, name: 'short-3', text: 'Another text.' },
      ],
      renamed: [
        { from: 'short', to: 'short-2' },
        { from: 'short', to: 'short-3' },
      ],
      skipped: [
        { label: 'short', reason: 'known' },
        { label: '4', reason: 'no-name' },
        { label: 'blank', reason: 'no-text' },
        { label: 'large', reason: 'long-text' },
        { label: '7', reason: 'unreadable' },
        { label: '8', reason: 'unreadable' },
      ],
    });
  });

  it('imported twice adds nothing', () => {
    expect(read([short, short], [{ ...short, name: 'short-2', title: '' }])).toMatchObject({
      prompts: [],
      skipped: [{ reason: 'known' }, { reason: 'known' }],
    });
  });

  it('keeps hostile texts as text, without characters that the database refuses', () => {
    const [prompt] = read([
      { name: 'a\0b', title: '<b>', text: '\0<script>alert(1)</script>\uD800' },
    ]).prompts;
    expect(prompt).toEqual({ name: 'a\uFFFDb', title: '<b>', text: '\uFFFD<script>alert(1)</script>\uFFFD' });
  });

  it.each([
    ['{', 'not-json'],
    ['', 'not-json'],
    ['"text"', 'unknown'],
    [{ chats: [] }, 'unknown'],
    [[{ id: 1 }, { id: 2 }], 'unknown'],
    [Array.from({ length: 2_001 }, () => short), 'too-many'],
    ['['.repeat(100_000), 'not-json'],
  ])('%.30j is refused: %s', (file, problem) => {
    expect(problemOf(file)).toBe(problem);
  });

  it('may be empty', () => {
    expect(read([])).toEqual({ prompts: [], renamed: [], skipped: [] });
  });
});

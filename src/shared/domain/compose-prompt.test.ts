import { expect, it } from 'vitest';
import { composeSystemPrompt, type PromptParts } from './compose-prompt.ts';

const compose = (parts: Partial<PromptParts>) =>
  composeSystemPrompt({ installation: null, account: null, project: null, chat: null, ...parts });
const account = { about: 'I am a nurse.', style: ' Briefly.\n' };

it("sends the chat's instructions as they are, or else those of the installation [CHAT-079, CHAT-080]", () => {
  expect(compose({ installation: 'Be kind.', chat: ' Be brief. ' })).toEqual({
    text: ' Be brief. ',
    sources: [],
  });
  expect(compose({ installation: 'Be kind.' })).toEqual({ text: 'Be kind.', sources: [] });
  expect(compose({})).toEqual({ text: null, sources: [] });
});

it('gives each part a heading if there are several, from general to specific', () => {
  expect(compose({ installation: 'Be kind.', account, chat: 'Answer in Latin.' })).toEqual({
    text: [
      'These are your instructions. If two of them contradict each other, follow the later one.',
      '# What the user says about themselves',
      'I am a nurse.',
      '# How the user wants you to answer',
      'Briefly.',
      '# For this chat',
      'Answer in Latin.',
    ].join('\n\n'),
    sources: ['account'],
  });
});

it("sends the installation's prompt together with the account's instructions", () => {
  const { text } = compose({ installation: 'Be kind.', account: { about: '', style: 'Briefly.' } });
  expect(text).toMatch(/# General\n\nBe kind\.\n\n# How the user wants you to answer\n\nBriefly\.$/);
  expect(text).not.toContain('about themselves');
});

it("does not report the account's instructions if they are blank", () => {
  expect(compose({ chat: 'Be brief.', account: { about: ' \n', style: '' } })).toEqual({
    text: 'Be brief.',
    sources: [],
  });
});

it("sends the project's instructions before those of the chat, and instead of the installation's", () => {
  expect(compose({ installation: 'Be kind.', project: 'Answer in Latin.' })).toEqual({
    text: 'Answer in Latin.',
    sources: ['project'],
  });
  const { text, sources } = compose({ account, project: 'Answer in Latin.', chat: 'Be brief.' });
  expect(text).toMatch(
    /I am a nurse\..*# For the chat's project\n\nAnswer in Latin\.\n\n# For this chat\n\nBe brief\.$/s,
  );
  expect(sources).toEqual(['account', 'project']);
});

it('sends memories under a heading, even alone, and names them', () => {
  expect(compose({ memory: '- I drink tea.' })).toEqual({
    text: [
      'These are your instructions. If two of them contradict each other, follow the later one.',
      '# What the user asked you to remember',
      '- I drink tea.',
    ].join('\n\n'),
    sources: ['memory'],
  });
  const { text, sources } = compose({ account, memory: '- I drink tea.', chat: 'Be brief.' });
  expect(text).toMatch(
    /Briefly\.\n\n# What the user asked you to remember\n\n- I drink tea\.\n\n# For this chat/,
  );
  expect(sources).toEqual(['account', 'memory']);
  expect(compose({ memory: null, chat: 'Be brief.' })).toEqual({ text: 'Be brief.', sources: [] });
});

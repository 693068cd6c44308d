import { describe, expect, it } from 'vitest';
import type { CompletionMessage } from '../../completion/completion.ts';
import { messagesInParts } from './parts.ts';
import { splitTurns as splitTurnsOf } from './turns.ts';

const takeTurns = (messages: readonly CompletionMessage[]) =>
  splitTurnsOf(messagesInParts({ messages, passed: undefined }));

const message = (role: CompletionMessage['role'], content: string): CompletionMessage => ({ role, content });
const says = (role: 'user' | 'assistant', text: string) => ({ role, parts: [{ kind: 'text', text }] });
const earlier = says('user', '…');
const image = { mediaType: 'image/png', data: 'AAAA' } as const;

describe('turns', () => {
  it('alternate: neighbors of one role become one message, and blank messages are left out', () => {
    const { turns } = takeTurns([
      message('user', 'One'),
      message('assistant', ' \n'),
      message('user', 'Two'),
      message('assistant', 'Three'),
      message('assistant', 'Four'),
      message('user', 'Five'),
    ]);
    expect(turns).toEqual([
      says('user', 'One\n\nTwo'),
      says('assistant', 'Three\n\nFour'),
      says('user', 'Five'),
    ]);
  });

  it('begin with the user, even if the first question is missing', () => {
    const { turns } = takeTurns([message('assistant', 'A reply'), message('user', 'Shorter')]);
    expect(turns).toEqual([earlier, says('assistant', 'A reply'), says('user', 'Shorter')]);
    expect(takeTurns([message('system', 'Say hello.')])).toEqual({ system: 'Say hello.', turns: [earlier] });
  });

  it('exclude the system prompt, wherever it was', () => {
    const messages = [
      message('system', 'A'),
      message('user', 'Hi'),
      message('system', ''),
      message('system', 'B'),
    ];
    expect(takeTurns(messages)).toEqual({ system: 'A\n\nB', turns: [says('user', 'Hi')] });
  });

  it("have a message's images before its text", () => {
    const { turns } = takeTurns([
      { role: 'user', content: 'What is this?', images: [image] },
      { role: 'user', content: ' ', images: [image, image] },
      { role: 'user', content: 'And that?' },
    ]);
    const picture = { kind: 'image', image };
    const text = (words: string) => ({ kind: 'text', text: words });
    expect(turns).toEqual([
      { role: 'user', parts: [picture, text('What is this?'), picture, picture, text('And that?')] },
    ]);
  });
});

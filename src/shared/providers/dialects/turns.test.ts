import { describe, expect, it } from 'vitest';
import type { CompletionMessage } from '../../completion/completion.ts';
import { takeTurns } from './turns.ts';

const message = (role: CompletionMessage['role'], content: string): CompletionMessage => ({ role, content });
const earlier = { role: 'user', content: '…' };

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
      { role: 'user', content: 'One\n\nTwo' },
      { role: 'assistant', content: 'Three\n\nFour' },
      { role: 'user', content: 'Five' },
    ]);
  });

  it('begin with the user, also if the question of the first reply is missing', () => {
    const { turns } = takeTurns([message('assistant', 'A reply'), message('user', 'Shorter')]);
    expect(turns).toEqual([
      earlier,
      { role: 'assistant', content: 'A reply' },
      { role: 'user', content: 'Shorter' },
    ]);
    expect(takeTurns([message('system', 'Say hello.')])).toEqual({ system: 'Say hello.', turns: [earlier] });
  });

  it('have the system prompt beside them, wherever it was', () => {
    const messages = [
      message('system', 'A'),
      message('user', 'Hi'),
      message('system', ''),
      message('system', 'B'),
    ];
    expect(takeTurns(messages)).toEqual({ system: 'A\n\nB', turns: [{ role: 'user', content: 'Hi' }] });
  });
});

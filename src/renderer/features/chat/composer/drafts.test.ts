import { describe, expect, it } from 'vitest';
import { Drafts } from './drafts.ts';

describe('drafts', () => {
  it('are kept by chat and gone once empty', () => {
    const drafts = new Drafts();
    drafts.set('one', 'first');
    drafts.set('two', 'second');
    drafts.set('one', '');
    expect([drafts.get('one'), drafts.get('two'), drafts.get('three')]).toEqual(['', 'second', '']);
  });

  it('give back what could not be sent, and lose nothing that was begun meanwhile', () => {
    const drafts = new Drafts();
    drafts.restore('one', 'refused');
    expect(drafts.get('one')).toBe('refused');
    drafts.set('two', 'begun since');
    drafts.restore('two', 'refused');
    expect(drafts.get('two')).toBe('refused\n\nbegun since');
  });

  it('tell their listeners until these leave', () => {
    const drafts = new Drafts();
    let told = 0;
    const leave = drafts.subscribe(() => (told += 1));
    drafts.set('one', 'a');
    leave();
    drafts.set('one', 'b');
    expect(told).toBe(1);
  });
});

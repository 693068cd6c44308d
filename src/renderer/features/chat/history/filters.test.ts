import { describe, expect, it } from 'vitest';
import { chatRow } from '../testing/rows.ts';
import {
  type ChatFilters,
  matchesFilters,
  isFiltered,
  noFilters,
  readFilters,
  toSearchParams,
} from './filters.ts';

describe('filters of the history', () => {
  it('are kept in the URL', () => {
    const filters: ChatFilters = {
      from: '2026-11-01',
      to: '2026-11-02',
      model: 'some/model',
      hasCode: true,
      state: 'archived',
      project: 'p',
    };
    const address = toSearchParams('a b', filters);
    expect(readFilters(address)).toEqual({ words: 'a b', filters });
    expect(toSearchParams('', noFilters).toString()).toBe('');
    expect([isFiltered(filters), isFiltered(noFilters)]).toEqual([true, false]);
  });

  it('ignore invalid values in a URL', () => {
    const address = new URLSearchParams('from=yesterday&to=2026-99-99&show=secret&code=yes');
    expect(readFilters(address)).toEqual({ words: '', filters: noFilters });
  });

  it('include all of the first and the last day', () => {
    const filters = { ...noFilters, from: '2026-11-01', to: '2026-11-02' };
    const at = (time: string) =>
      matchesFilters(chatRow('a', { updatedAt: new Date(time).toISOString() }), filters);
    expect(['2026-11-01T00:00:00', '2026-11-02T23:59:59'].map(at)).toEqual([true, true]);
    expect(['2026-10-31T23:59:59', '2026-11-03T00:00:00'].map(at)).toEqual([false, false]);
  });

  it('show the chats of one project, or all chats', () => {
    const chats = [
      chatRow('outside'),
      chatRow('inside', { projectId: 'p' }),
      chatRow('other', { projectId: 'q' }),
    ];
    const shown = (project: string | null) =>
      chats.filter((chat) => matchesFilters(chat, { ...noFilters, project })).map(({ id }) => id);
    expect(shown('p')).toEqual(['inside']);
    expect(shown(null)).toEqual(['outside', 'inside', 'other']);
  });

  it('show archived, pinned or listed chats', () => {
    const time = '2026-11-01T00:00:00Z';
    const chats = [
      chatRow('listed'),
      chatRow('pinned', { pinnedAt: time }),
      chatRow('archived', { archivedAt: time }),
    ];
    const shown = (state: ChatFilters['state']) =>
      chats.filter((chat) => matchesFilters(chat, { ...noFilters, state })).map(({ id }) => id);
    expect(shown('all')).toEqual(['listed', 'pinned', 'archived']);
    expect(shown('listed')).toEqual(['listed', 'pinned']);
    expect(shown('pinned')).toEqual(['pinned']);
    expect(shown('archived')).toEqual(['archived']);
  });
});

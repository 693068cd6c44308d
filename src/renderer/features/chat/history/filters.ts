import { z } from 'zod';
import type { Chat } from '../chat.ts';

export const shownStates = ['all', 'listed', 'archived', 'pinned'] as const;
export type ShownState = (typeof shownStates)[number];

/** Filters of the history. Dates are local days, such as `2026-11-01`. Null means any. */
export interface ChatFilters {
  readonly from: string | null;
  readonly to: string | null;
  readonly model: string | null;
  readonly hasCode: boolean;
  readonly state: ShownState;
  readonly project: string | null;
}

export const noFilters: ChatFilters = {
  from: null,
  to: null,
  model: null,
  hasCode: false,
  state: 'all',
  project: null,
};

export const isFiltered = (filters: ChatFilters): boolean =>
  (Object.keys(noFilters) as (keyof ChatFilters)[]).some((key) => filters[key] !== noFilters[key]);

/** Returns the time from the start of the first day to the end of the last day. */
export function toTimeRange({ from, to }: ChatFilters): {
  readonly since: Date | null;
  readonly before: Date | null;
} {
  const after = to === null ? null : startOf(to);
  after?.setDate(after.getDate() + 1);
  return { since: from === null ? null : startOf(from), before: after };
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00`);

/** True if a chat matches the filters. Ignores the model and code filters, which depend on the messages. */
export function matchesFilters(
  { updatedAt, pinnedAt, archivedAt, projectId }: Chat,
  filters: ChatFilters,
): boolean {
  if (filters.project !== null && projectId !== filters.project) return false;
  const { since, before } = toTimeRange(filters);
  const at = Date.parse(updatedAt);
  if ((since && at < since.getTime()) || (before && at >= before.getTime())) return false;
  return isShown({ isPinned: pinnedAt !== null, isArchived: archivedAt !== null }, filters.state);
}

export interface ChatState {
  readonly isPinned: boolean;
  readonly isArchived: boolean;
}

export function isShown({ isPinned, isArchived }: ChatState, shown: ShownState): boolean {
  switch (shown) {
    case 'all':
      return true;
    case 'listed':
      return !isArchived;
    case 'archived':
      return isArchived;
    case 'pinned':
      return isPinned;
  }
}

const daySchema = z.iso.date().nullable().catch(null);
const stateSchema = z.enum(shownStates).catch('all');

/** Ignores invalid values. The project filter is named `in`, because `project` opens the page of a project. */
export function readFilters(query: URLSearchParams): {
  readonly words: string;
  readonly filters: ChatFilters;
} {
  return {
    words: query.get('q') ?? '',
    filters: {
      from: daySchema.parse(query.get('from')),
      to: daySchema.parse(query.get('to')),
      model: query.get('model'),
      hasCode: query.get('code') === '1',
      state: stateSchema.parse(query.get('show')),
      project: query.get('in'),
    },
  };
}

export function toSearchParams(
  words: string,
  { from, to, model, hasCode, state: shown, project }: ChatFilters,
): URLSearchParams {
  const parts = {
    q: words || null,
    from,
    to,
    model,
    code: hasCode ? '1' : null,
    show: shown === 'all' ? null : shown,
    in: project,
  };
  return new URLSearchParams(
    Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

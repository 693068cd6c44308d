import { texts } from '../../../../shared/texts.ts';

export const moveTexts = texts('chat/moveToProject', {
  open: 'Move to project…',
  title: 'Move to project',
  search: 'Search projects',
  noProject: 'No project',
  current: 'Current',
  create: 'New project…',
  noMatch: 'No matching projects',
});

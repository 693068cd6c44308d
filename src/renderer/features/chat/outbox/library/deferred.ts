// What is only needed once the library is changed.
export { executeLibraryChange } from './execute-library-change.ts';
export { reportRefusal } from './report-refusal.ts';

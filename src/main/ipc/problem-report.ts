import { app } from 'electron';
import { channels } from '../../shared/ipc/channels.ts';
import { readProblemReport } from '../diagnostics/problem-report.ts';
import { handle } from './handle.ts';

export function registerProblemReport(): void {
  handle(channels.readProblemReport, () => ({
    text: readProblemReport({
      appVersion: app.getVersion(),
      language: app.getLocale(),
      logs: app.getPath('logs'),
      crashDumps: app.getPath('crashDumps'),
    }),
  }));
}

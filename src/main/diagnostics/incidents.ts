import { app, powerMonitor } from 'electron';
import { log } from '../log.ts';

export interface IncidentReactions {
  /** The computer is awake again. */
  readonly wake: () => void;
  /** Windows ends the app with its user's session, without `before-quit`: save what is running. */
  readonly endSession: () => void;
}

/** Logs what happens to the app from outside, and reacts to it. Must be called before the first window is created. */
export function watchIncidents({ wake, endSession }: IncidentReactions): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name = '' }) => {
    if (reason !== 'clean-exit') log('process.gone', { type, reason, code: exitCode, name });
  });
  powerMonitor.on('suspend', () => log('power.suspend'));
  powerMonitor.on('resume', () => {
    log('power.resume');
    wake();
  });
  app.on('browser-window-created', (_created, window) => {
    window.on('session-end', () => {
      log('power.session-end');
      endSession();
    });
  });
  // On macOS and Linux. Windows sends `session-end` instead.
  const quit = (event: Electron.Event): void => {
    log('power.shutdown');
    // The system waits until replies and the database are saved.
    event.preventDefault();
    app.quit();
  };
  // Electron passes the event, but its types lack it.
  powerMonitor.on('shutdown', quit as () => void);
}

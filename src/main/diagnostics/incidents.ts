import { app, powerMonitor } from 'electron';
import { log } from '../log.ts';

export interface IncidentReactions {
  /** Called when the computer has woken up. */
  readonly wake: () => void;
  /**
   * Called when Windows ends the user's session. Windows then ends the app without `before-quit`, so running replies
   * must be saved now.
   */
  readonly endSession: () => void;
}

/** Logs and handles events of the system and of the app's processes. Call it before the first window is created. */
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
  // Handles a shutdown of macOS and Linux. Windows sends `session-end` instead.
  const quit = (event: Electron.Event): void => {
    log('power.shutdown');
    // Delays the shutdown until replies and the database are saved.
    event.preventDefault();
    app.quit();
  };
  // Electron passes the event, but its types lack it.
  powerMonitor.on('shutdown', quit as () => void);
}

import { channels, events } from '../../shared/ipc/channels.ts';
import type { Service } from '../service/service.ts';
import { chatWindows } from '../window/window.ts';
import { handle } from './handle.ts';

/** Sends the service's state and the owner's session to the page, but never the embedded service's secret. */
export function registerService(service: Service): void {
  handle(channels.readServiceState, () => service.state());
  handle(channels.readOwnerSession, () => service.openOwnerSession());
  service.onState((state) => {
    for (const { webContents } of chatWindows()) webContents.send(events.serviceState, state);
  });
}

import { EventEmitter } from 'node:events';
import { rejectMissingMembers } from '../reject-missing.mjs';

const handlers = new Map();

class IpcMain extends EventEmitter {
  handle = (channel, handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  };
  removeHandler = (channel) => void handlers.delete(channel);
}

export const ipcMain = rejectMissingMembers('ipcMain', new IpcMain());

export async function answerInvoke(event, channel, parameters) {
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  return handler(event, ...parameters);
}

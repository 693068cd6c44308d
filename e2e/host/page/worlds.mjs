// Runs in every page before its own scripts: the preload in an isolated world, and the context bridge's other end
// in the page's world. Both communicate through a DOM node that is in no document, so that the page cannot find it.
import { decode, encode } from './codec.mjs';

/** The function that a page uses to call the test host. It exists only in the isolated world. */
export const bindingName = '__cloverHostCall';
export const worldName = 'Electron Isolated Context';
const handshake = '__clover-host-handshake';

/** Prepares values for the other world: functions and promises become numbers, everything else is cloned. */
function createBridgeEnd(node, mine, theirs) {
  const callbacks = new Map();
  const awaited = new Map();
  let next = 0;

  const pack = (value) => {
    if (typeof value === 'function') {
      callbacks.set(++next, value);
      return { t: 'function', id: next };
    }
    if (value instanceof Promise) {
      const id = ++next;
      value.then(
        (result) => tell({ k: 'resolved', id, value: pack(result) }),
        (error) => tell({ k: 'rejected', id, message: String(error?.message ?? error) }),
      );
      return { t: 'promise', id };
    }
    if (value instanceof Error) return { t: 'error', message: value.message };
    if (Array.isArray(value)) return { t: 'array', v: value.map(pack) };
    if (
      value !== null &&
      typeof value === 'object' &&
      Object.prototype.toString.call(value) === '[object Object]'
    )
      return {
        t: 'object',
        v: Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pack(one)])),
      };
    return { t: 'value', v: value };
  };

  const unpack = (packed) => {
    switch (packed.t) {
      case 'function':
        return (...parameters) => call(packed.id, parameters);
      case 'promise':
        return new Promise((resolve, reject) => awaited.set(packed.id, { resolve, reject }));
      case 'error':
        return new Error(packed.message);
      case 'array':
        return packed.v.map(unpack);
      case 'object':
        return Object.fromEntries(Object.entries(packed.v).map(([key, one]) => [key, unpack(one)]));
      default:
        return packed.v;
    }
  };

  let answer;
  const tell = (detail) => node.dispatchEvent(new CustomEvent(theirs, { detail }));
  // dispatchEvent returns after delivering the event, so a call across the worlds is as synchronous as in Electron.
  const call = (id, parameters) => {
    answer = undefined;
    tell({ k: 'call', id, parameters: parameters.map(pack) });
    const { value, message } = answer ?? { message: 'The other world is gone.' };
    if (message !== undefined) throw new Error(message);
    return unpack(value);
  };

  let onExpose;
  node.addEventListener(mine, ({ detail }) => {
    if (detail.k === 'answer') answer = detail;
    else if (detail.k === 'expose') onExpose?.(detail.key, unpack(detail.value));
    else if (detail.k === 'resolved') awaited.get(detail.id)?.resolve(unpack(detail.value));
    else if (detail.k === 'rejected') awaited.get(detail.id)?.reject(new Error(detail.message));
    else {
      let result;
      try {
        result = { value: pack(callbacks.get(detail.id)(...detail.parameters.map(unpack))) };
      } catch (error) {
        result = { message: String(error?.message ?? error) };
      }
      tell({ k: 'answer', ...result });
    }
  });
  return {
    expose: (key, value) => tell({ k: 'expose', key, value: pack(value) }),
    onExpose: (listener) => (onExpose = listener),
  };
}

function mainWorld(handshakeName, createEnd) {
  if (window !== window.top) return;
  const receive = (event) => {
    event.stopImmediatePropagation();
    const end = createEnd(event.relatedTarget, 'page', 'preload');
    const freeze = (value) => {
      if (value && typeof value === 'object') Object.values(value).forEach(freeze);
      return Object.freeze(value);
    };
    end.onExpose((key, value) =>
      Object.defineProperty(window, key, { value: freeze(value), enumerable: true }),
    );
  };
  window.addEventListener(handshakeName, receive, { once: true, capture: true });
}

function isolatedWorld(handshakeName, createEnd, binding, encodeValue, decodeText, runPreload) {
  if (window !== window.top) return;
  const node = document.createElement('div');
  const end = createEnd(node, 'preload', 'page');
  window.dispatchEvent(new MouseEvent(handshakeName, { relatedTarget: node }));

  const call = globalThis[binding];
  const waiting = new Map();
  const listeners = new Map();
  let next = 0;

  globalThis.__cloverHostReceive = (text) => {
    const message = decodeText(text);
    if (message.k === 'event')
      for (const listener of listeners.get(message.channel) ?? [])
        listener({ sender: ipcRenderer, ports: [] }, ...message.parameters);
    else if (message.error === undefined) waiting.get(message.id)?.resolve(message.value);
    else
      waiting
        .get(message.id)
        ?.reject(
          new Error(`Error invoking remote method '${waiting.get(message.id).channel}': ${message.error}`),
        );
    if (message.k === 'reply') waiting.delete(message.id);
  };

  const ipcRenderer = {
    invoke: (channel, ...parameters) =>
      new Promise((resolve, reject) => {
        const id = ++next;
        const text = encodeValue({ id, channel, parameters });
        waiting.set(id, { resolve, reject, channel });
        call(text);
      }),
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    removeListener(channel, listener) {
      const all = listeners.get(channel) ?? [];
      const at = all.indexOf(listener);
      if (at >= 0) listeners.set(channel, all.toSpliced(at, 1));
      return ipcRenderer;
    },
  };
  const electron = { ipcRenderer, contextBridge: { exposeInMainWorld: end.expose } };
  const require = (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  runPreload(require, { exports: {} }, { type: 'renderer', sandboxed: true, contextIsolated: true });
}

/** Returns the source of a separate script that calls `work`. It can use only its arguments. */
const script = (work, parameters) => `(${String(work)})(${parameters.map(String).join(',\n')});`;

export const mainWorldSource = () => script(mainWorld, [JSON.stringify(handshake), createBridgeEnd]);

/** @param preload the source of the app's preload, CommonJS */
export const isolatedWorldSource = (preload) =>
  script(isolatedWorld, [
    JSON.stringify(handshake),
    createBridgeEnd,
    JSON.stringify(bindingName),
    encode,
    decode,
    `(require, module, process) => { const exports = module.exports;\n${preload}\n}`,
  ]);

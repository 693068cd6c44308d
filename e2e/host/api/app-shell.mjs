// Tray, notifications and shortcuts. Tests read their state and trigger the user's actions.
import { EventEmitter } from 'node:events';
import { rejectMissingMembers } from '../reject-missing.mjs';

/** Handlers by accelerator. */
const handlers = new Map();
/** Global shortcuts. Tests press them with `press`. */
export const globalShortcut = rejectMissingMembers('globalShortcut', {
  register: (accelerator, act) => {
    handlers.set(accelerator, act);
    return true;
  },
  unregister: (accelerator) => void handlers.delete(accelerator),
  unregisterAll: () => handlers.clear(),
  press: (accelerator) => handlers.get(accelerator)?.(),
});

export const nativeImage = rejectMissingMembers('nativeImage', {
  createFromPath: (path) => ({ path, resize: () => ({ path, toPNG: () => Buffer.alloc(0) }) }),
  createEmpty: () => ({ addRepresentation: () => undefined }),
});

/** Tests find notifications in `Notification.shown` and click them with `emit('click')`. */
export class Notification extends EventEmitter {
  static shown = [];
  static isSupported = () => true;
  constructor(options) {
    super();
    this.options = options;
  }
  show = () => void Notification.shown.push(this);
  close = () => void this.emit('close');
}

/** Tests find open tray icons in `Tray.open`. */
export class Tray extends EventEmitter {
  static open = [];
  constructor(picture) {
    super();
    this.picture = picture;
    Tray.open.push(this);
  }
  setToolTip = () => undefined;
  setContextMenu = (menu) => void (this.menu = menu);
  destroy = () => void Tray.open.splice(Tray.open.indexOf(this), 1);
}

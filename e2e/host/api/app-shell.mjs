// Tray, notifications and shortcuts. Tests read what was shown, and act as the user.
import { EventEmitter } from 'node:events';
import { complete } from '../not-here.mjs';

const keys = new Map();
/** Keys of the whole computer: a spec presses them by `press`. */
export const globalShortcut = complete('globalShortcut', {
  register: (accelerator, act) => {
    keys.set(accelerator, act);
    return true;
  },
  unregister: (accelerator) => void keys.delete(accelerator),
  unregisterAll: () => keys.clear(),
  press: (accelerator) => keys.get(accelerator)?.(),
});

export const nativeImage = complete('nativeImage', {
  createFromPath: (path) => ({ path, resize: () => ({ path }) }),
});

/** A spec finds them in `Notification.shown` and clicks by `emit('click')`. */
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

/** A spec finds the open ones in `Tray.open`. */
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

// Runs first in a utility process: gives it `process.parentPort` as Electron does, and takes away what only a plain fork has.
const { EventEmitter } = require('node:events');
const { isMainThread } = require('node:worker_threads');

function setUpParentPort() {
  const send = process.send.bind(process);
  const port = new EventEmitter();
  port.postMessage = (message) => void send(message);
  port.start = () => undefined;
  // As in Electron, messages wait for the first listener: Node keeps them while the process has no listener.
  port.once('newListener', () => process.on('message', (data) => port.emit('message', { data, ports: [] })));
  // Its parent is gone, and with it everyone it works for.
  process.on('disconnect', () => process.exit(0));
  process.parentPort = port;
  delete process.send;
}

// A thread of the process runs this file too, and has no parent to talk to.
if (isMainThread) setUpParentPort();

// Runs first in a utility process: adds `process.parentPort` like Electron, and removes what Electron's processes don't
// have.
const { EventEmitter } = require('node:events');
const { isMainThread } = require('node:worker_threads');

function setUpParentPort() {
  const send = process.send.bind(process);
  const port = new EventEmitter();
  port.postMessage = (message) => void send(message);
  port.start = () => undefined;
  // As in Electron, messages wait for the first listener: Node keeps them while the process has no listener.
  port.once('newListener', () => process.on('message', (data) => port.emit('message', { data, ports: [] })));
  // Without its parent, the process has nothing to do.
  process.on('disconnect', () => process.exit(0));
  process.parentPort = port;
  delete process.send;
}

// The process's threads run this file too, and have no parent.
if (isMainThread) setUpParentPort();

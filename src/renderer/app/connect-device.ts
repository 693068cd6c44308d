import { closedStorage } from '../lib/closed-storage.ts';
import { encryptedDevice } from '../lib/device-encryption.ts';
import { loadModule } from '../lib/load-module.ts';
import { encrypted } from '../lib/storage.ts';

const load = () => loadModule(() => import('../features/chat/encrypted/open-device.ts'));

encryptedDevice.open = async (vault) => (await load()).openDevice(vault);
encryptedDevice.close = async (userId) => (await load()).closeDevice(userId);
encrypted.storage ??= closedStorage;

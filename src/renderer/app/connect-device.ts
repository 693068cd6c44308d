import { encryptedDevice } from '../lib/device-encryption.ts';
import { loadModule } from '../lib/load-module.ts';

const load = () => loadModule(() => import('../features/chat/encrypted/open-device.ts'));

encryptedDevice.open = async (vault) => (await load()).openDevice(vault);
encryptedDevice.close = async (userId) => (await load()).closeDevice(userId);

import { encryptedDevice } from '../lib/encrypted-device.ts';
import { loadModule } from '../lib/load-module.ts';

encryptedDevice.close = async (userId) => {
  const { closeDevice } = await loadModule(() => import('../features/chat/encrypted/open-device.ts'));
  await closeDevice(userId);
};

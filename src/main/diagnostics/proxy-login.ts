import { app, dialog } from 'electron';
import { brand } from '../../shared/brand.ts';
import { log } from '../log.ts';
import { startTexts } from '../texts.ts';

/**
 * Informs the user once if the system's proxy requires a name and password, which the app never sends. Otherwise, every
 * request of a window would fail without a reason. Requests of the main process cause no event. Call it before the
 * first window is created.
 */
export function reportProxyLogin(): void {
  let isReported = false;
  app.on('login', (_event, _contents, _details, { isProxy, host }) => {
    if (!isProxy || isReported) return;
    isReported = true;
    log('proxy.login');
    void dialog
      .showMessageBox({
        type: 'warning',
        title: brand,
        message: startTexts.proxy({ host: host.slice(0, 100) }),
        detail: startTexts.proxyDetail,
      })
      .catch(() => undefined);
  });
}

/** Must equal the id in `electron-builder.yml`, because Windows uses it for notifications and the taskbar. */
export const appId = 'chat.clover.desktop';

/** Must be the id in `electron-builder.yml`: Windows uses it for notifications and the task bar. */
export const appId = 'chat.clover.desktop';

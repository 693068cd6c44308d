/** As `electron-builder.yml` has it: by this name Windows knows the app's notifications, and its windows in the task bar. */
export const appId = 'chat.clover.desktop';

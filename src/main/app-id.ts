/** The same as in `electron-builder.yml`: Windows identifies notifications and task bar entries by it. */
export const appId = 'chat.clover.desktop';

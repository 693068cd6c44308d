/** The drag type of chats. Files and dragged text are not accepted. */
export const chatDragType = 'application/x-clover-chat';

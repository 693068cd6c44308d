import { OperationStore } from '../outbox/operation-store.ts';
import { ChatStore } from './chat-store.ts';

/** The stores of this device. An encrypted history replaces them before its engine is created. */
export const stores = { ChatStore, OperationStore };

import { createContext, useContext } from 'react';
import type { ChatEngine } from './engine.ts';

export const EngineContext = createContext<ChatEngine | null>(null);

/** The engine of the person on this screen. */
export function useChatEngine(): ChatEngine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('useChatEngine needs an EngineContext above it.');
  return engine;
}

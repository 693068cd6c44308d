import { useUsage } from '../../../lib/usage.ts';
import type { VoicePath } from './voice-path.ts';

export function useRecordingCounts(path: VoicePath): boolean {
  const usage = useUsage();
  return path.kind === 'vendor' && path.gateway !== null && (usage?.left ?? null) !== null;
}

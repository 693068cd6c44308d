import { useEffect, useState } from 'react';
import type { AppConfig } from '../platform/platform.ts';
import { platform } from '../platform/index.ts';

/** Returns undefined while the configuration is loading, and null if the service is unreachable. */
export function useConfig(): AppConfig | null | undefined {
  const [config, setConfig] = useState<AppConfig | null>();
  useEffect(() => {
    platform.loadConfig().then(setConfig, () => setConfig(null));
  }, []);
  return config;
}

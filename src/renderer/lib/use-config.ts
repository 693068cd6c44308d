import { useEffect, useState } from 'react';
import type { AppConfig } from '../platform/platform.ts';
import { platform } from '../platform/index.ts';

/** Null while the configuration is loading, and if the service is unreachable. */
export function useConfig(): AppConfig | null {
  const [config, setConfig] = useState<AppConfig | null>(null);
  useEffect(() => {
    let isGone = false;
    platform.loadConfig().then(
      (loaded) => {
        if (!isGone) setConfig(loaded);
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return config;
}

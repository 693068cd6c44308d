import { useEffect, useState } from 'react';
import { z } from 'zod';
import {
  defaultStarterPlan,
  type StarterPlan,
  starterPlanOf,
  starterSettings,
} from '../../shared/domain/plans.ts';
import { platform } from '../platform/index.ts';

const rows = z.array(z.object({ setting_key: z.string(), setting_value: z.string() }));

/** Reads the plan without supabase-js, because visitors of the pricing page should not load it. */
async function readStarterPlan(takeKnown: () => Promise<unknown>): Promise<StarterPlan> {
  const startSettings = await takeKnown();
  if (startSettings) return starterPlanOf(rows.parse(startSettings));
  const { supabaseUrl, supabaseKey } = await platform.loadConfig();
  const query = new URLSearchParams({
    select: 'setting_key,setting_value',
    setting_key: `in.(${Object.values(starterSettings).join(',')})`,
  });
  const response = await fetch(`${supabaseUrl}/rest/v1/system_settings?${query}`, {
    headers: { apikey: supabaseKey },
  });
  return starterPlanOf(rows.parse(await response.json()));
}

const nothingKnown = async () => null;

/**
 * Returns this service's Starter limits, or the documented values until they load or if loading fails.
 *
 * @param takeKnown returns the settings if the page has loaded them, else null
 */
export function useStarterPlan(takeKnown: () => Promise<unknown> = nothingKnown): StarterPlan {
  const [plan, setPlan] = useState(defaultStarterPlan);
  useEffect(() => {
    let isGone = false;
    readStarterPlan(takeKnown).then(
      (known) => !isGone && setPlan(known),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [takeKnown]);
  return plan;
}

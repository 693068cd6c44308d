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

/** Doesn't use supabase-js, because visitors of the pricing page should not load it. */
async function readStarterPlan(): Promise<StarterPlan> {
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

/** This service's Starter limits. Returns the documented values until they load, or if loading fails. */
export function useStarterPlan(): StarterPlan {
  const [plan, setPlan] = useState(defaultStarterPlan);
  useEffect(() => {
    let isGone = false;
    readStarterPlan().then(
      (known) => !isGone && setPlan(known),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return plan;
}

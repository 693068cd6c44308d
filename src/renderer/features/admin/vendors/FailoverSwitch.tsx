import { useQuery } from '@tanstack/react-query';
import { Toggle } from '../fields/Toggle.tsx';
import { useSwitchFailover } from './data/mutations.ts';
import { vendorQueries } from './data/queries.ts';
import { vendorTexts } from './texts.ts';

const texts = vendorTexts.failover;

/** Whether another vendor stands in for one that fails; off unless an administrator says so. */
export function FailoverSwitch() {
  const { data: isOn } = useQuery(vendorQueries.failover());
  const change = useSwitchFailover();
  return (
    <Toggle
      label={texts.label}
      text={texts.text}
      isOn={isOn ?? false}
      isDisabled={isOn === undefined}
      onChange={(next) => change.mutate(next)}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useStarterPlan } from '../../../lib/starter-plan.ts';
import { QueryView } from '../feedback/QueryView.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { planAccess } from './plan-access.ts';
import { modelList } from './queries.ts';
import { vendorQueries } from '../vendors/queries.ts';
import { SelectorModels } from './SelectorModels.tsx';
import { modelTexts as texts } from './texts.ts';
import { VendorModels } from './VendorModels.tsx';

export function ModelsPage() {
  const models = useQuery(modelList);
  const { data: vendors = [] } = useQuery(vendorQueries.list());
  const { models: starterModels } = useStarterPlan();
  const active = vendors.find(({ is_active }) => is_active);
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <QueryView query={models} loading={texts.loading}>
        {(data) => {
          const access = active ? planAccess(data.models, data.vendor_models, active, starterModels) : null;
          return (
            <>
              <SelectorModels models={data.models} access={access} />
              <VendorModels models={data.vendor_models} vendors={vendors} access={access} />
            </>
          );
        }}
      </QueryView>
    </ConsoleScreen>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Listing } from '../feedback/Listing.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { modelQueries } from './data.ts';
import { SelectorModels } from './SelectorModels.tsx';
import { modelTexts as texts } from './texts.ts';
import { VendorModels } from './VendorModels.tsx';

/** The models of the selector, and what each vendor has [ADMIN-013, ADMIN-028]. */
export function ModelsPage() {
  const models = useQuery(modelQueries.list());
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <Listing query={models} loading={texts.loading}>
        {(data) => (
          <>
            <SelectorModels models={data.models} />
            <VendorModels
              offered={data.vendor_models}
              curated={new Set(data.models.map(({ model_id }) => model_id))}
            />
          </>
        )}
      </Listing>
    </ConsoleScreen>
  );
}

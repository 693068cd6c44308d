import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../feedback/QueryView.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { modelList } from './queries.ts';
import { SelectorModels } from './SelectorModels.tsx';
import { modelTexts as texts } from './texts.ts';
import { VendorModels } from './VendorModels.tsx';

export function ModelsPage() {
  const models = useQuery(modelList);
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <QueryView query={models} loading={texts.loading}>
        {(data) => (
          <>
            <SelectorModels models={data.models} />
            <VendorModels models={data.vendor_models} />
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  );
}

import { ButtonLink } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../lib/paths.ts';
import { checkoutTexts as texts } from './texts.ts';

/** The place of the checkout. */
export function CheckoutPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div>
        <ButtonLink to={paths.pricing} look="outlined">
          {texts.back}
        </ButtonLink>
      </div>
    </Page>
  );
}

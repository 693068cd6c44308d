import { ButtonLink } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../lib/paths.ts';
import { notFoundTexts as texts } from './texts.ts';

/** Shown for unknown paths [SITE-023]. */
export function NotFoundPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div>
        <ButtonLink to={paths.home} size="large">
          {texts.home}
        </ButtonLink>
      </div>
    </Page>
  );
}

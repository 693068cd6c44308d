import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { charactersPicture, codePicture, imagesPicture, textPicture } from '../pictures/pictures.ts';
import { ProductPicture } from '../pictures/ProductPicture.tsx';
import { demoTexts as texts } from './content/middle-texts.ts';
import styles from './LiveDemo.module.css';
import { Section } from './Section.tsx';
import { Tabs } from './Tabs.tsx';

const pictures = {
  text: textPicture,
  images: imagesPicture,
  code: codePicture,
  characters: charactersPicture,
};

export function LiveDemo() {
  const tabs = (['text', 'images', 'code', 'characters'] as const).map((value) => ({
    value,
    label: texts.tabs[value],
    panel: (
      <div className={styles.panel}>
        <ProductPicture {...pictures[value]} />
      </div>
    ),
  }));
  return (
    <Section id="demo" eyebrow={texts.eyebrow} title={texts.title} look="sunken">
      <Tabs label={texts.tabsLabel} tabs={tabs} />
      <div className={styles.action}>
        <ButtonLink to={paths.chat} size="large">
          {texts.action}
        </ButtonLink>
      </div>
    </Section>
  );
}

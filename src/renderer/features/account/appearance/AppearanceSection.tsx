import { ColorSchemeControl } from '../../../components/ColorSchemeControl.tsx';
import { ReplyDisplayControl } from '../../../components/ReplyDisplayControl.tsx';
import { choiceTexts } from '../../../components/texts.ts';
import styles from '../forms.module.css';
import { Section } from '../Section.tsx';

/** How the app looks on this device. */
export function AppearanceSection({ userId }: { readonly userId: string }) {
  return (
    <Section id="appearance" lead="Kept on this device.">
      <div className={styles.stack}>
        <h3 className={styles.subtitle}>{choiceTexts.scheme}</h3>
        <div>
          <ColorSchemeControl />
        </div>
      </div>
      <div className={styles.stack}>
        <h3 className={styles.subtitle}>{choiceTexts.replyDisplay}</h3>
        <ReplyDisplayControl userId={userId} />
      </div>
    </Section>
  );
}

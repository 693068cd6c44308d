import { LongText } from '../../../../components/long-text/LongText.tsx';
import viewerStyles from '../../attachments/FileViewer.module.css';
import type { ChosenPassage } from './choose-passages.ts';
import styles from './PassageList.module.css';
import { describePlace } from './passage.ts';

interface PassageListProps {
  readonly passages: readonly ChosenPassage[];
  readonly label: string;
}

/** Lists passages with their places, best first. */
export const PassageList = ({ passages, label }: PassageListProps) => (
  <ol className={styles.passages} aria-label={label}>
    {passages.map(({ passage, sent }) => (
      <li key={`${passage.file} ${passage.from}`}>
        <p className={styles.place} dir="auto">
          {describePlace(passage)}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
        <div className={viewerStyles.text} dir="auto" tabIndex={0}>
          <LongText text={sent.text} />
        </div>
      </li>
    ))}
  </ol>
);

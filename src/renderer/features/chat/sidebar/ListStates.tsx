import { sidebarTexts } from '../texts.ts';
import styles from './ChatList.module.css';

/** [CHAT-015] */
export function NoChats({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch)
    return (
      <output className={styles.empty}>
        <p>{sidebarTexts.noMatch}</p>
      </output>
    );
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{sidebarTexts.emptyTitle}</p>
      <p>{sidebarTexts.emptyText}</p>
    </div>
  );
}

export function ListSkeleton() {
  return (
    <output className={styles.skeleton} aria-label={sidebarTexts.loading}>
      {[72, 54, 84, 62].map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </output>
  );
}

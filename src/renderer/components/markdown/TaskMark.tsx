import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import styles from './Markdown.module.css';
import { markdownTexts } from './texts.ts';

/** The check mark of a task list item. Not a control, because ticking it would change nothing. */
export function TaskMark({ isDone }: { readonly isDone: boolean }) {
  const Icon = isDone ? IconSquareCheckFilled : IconSquare;
  return (
    <>
      <Icon className={styles.taskMark} size={18} stroke={1.75} aria-hidden data-done={isDone || undefined} />
      <span className="visually-hidden">{isDone ? markdownTexts.done : markdownTexts.toDo}</span>
    </>
  );
}

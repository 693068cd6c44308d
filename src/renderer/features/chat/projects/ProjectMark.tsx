import { IconFolder } from '@tabler/icons-react';
import type { ProjectColor } from './project.ts';
import styles from './ProjectMark.module.css';

interface ProjectMarkProps {
  readonly color: ProjectColor;
  readonly size?: number;
}

/** A folder in the project's color. The color is never the only difference, because the name is beside it. */
export function ProjectMark({ color, size = 18 }: ProjectMarkProps) {
  return <IconFolder className={styles.mark} data-color={color} size={size} stroke={1.75} aria-hidden />;
}

import { IconFolder } from '@tabler/icons-react';
import type { ProjectColor } from './project.ts';
import styles from './ProjectMark.module.css';

interface ProjectMarkProps {
  readonly color: ProjectColor;
  readonly size?: number;
}

/** Shows a folder in the project's color. The name next to it identifies the project without the color. */
export function ProjectMark({ color, size = 18 }: ProjectMarkProps) {
  return <IconFolder className={styles.mark} data-color={color} size={size} stroke={1.75} aria-hidden />;
}

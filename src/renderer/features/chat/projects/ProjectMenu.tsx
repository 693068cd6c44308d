import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconEdit, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import menuStyles from '../sidebar/ChatMenuItems.module.css';
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx';
import type { Project } from './project.ts';
import { allProjects, newChatPath, projectPath } from './project-paths.ts';
import { ProjectDialog } from './ProjectDialog.tsx';
import { projectTexts as texts } from './texts.ts';
import { useProjectId } from './use-project-id.ts';
import { useProjectChanges } from './use-projects.ts';

interface ProjectMenuProps {
  readonly project: Project;
  readonly className: string | undefined;
  /** Called when the user opens a new chat, so that the drawer closes. */
  readonly onLeave?: () => void;
}

/** Shows the actions for a project in the sidebar, in the list of all projects and on the project's page. */
export function ProjectMenu({ project, className, onLeave }: ProjectMenuProps) {
  const { change } = useProjectChanges();
  const navigate = useNavigate();
  const isOpen = useProjectId() === project.id;
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const isArchived = project.archivedAt !== null;
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={220} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className={className} aria-label={texts.menu({ name: project.name })}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconEdit size={16} />}
            onClick={() => {
              onLeave?.();
              void navigate(newChatPath(project.id));
            }}
          >
            {texts.newChat}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
            {texts.rename}
          </Menu.Item>
          <Menu.Item
            leftSection={isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
            onClick={() =>
              void change(project.id, { archivedAt: isArchived ? null : new Date().toISOString() })
            }
          >
            {isArchived ? texts.unarchive : texts.archive}
          </Menu.Item>
          <Menu.Item
            className={menuStyles.delete}
            leftSection={<IconTrash size={16} />}
            onClick={() => setDialog('delete')}
          >
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <ProjectDialog project={project} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteProjectDialog
          project={project}
          onClose={close}
          onDeleted={() => {
            if (isOpen) void navigate(projectPath(allProjects), { replace: true });
          }}
        />
      )}
    </>
  );
}

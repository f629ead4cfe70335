import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dropArchiveTask, useArchiveTasks } from '../downloads';
import { useRole } from '../session';
import { shownTasks } from './shown-tasks';
import { TaskRow } from './task-row';
import { isRunning, tasks } from './tasks.queries';

/** Background work of the organization: how far it is, and how to stop it or take it back. */
export function TasksTray({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { canEdit } = useRole(organizationId);
  // Zip files that this person asked for stay until they are hidden; viewers have nothing else here.
  const archives = useArchiveTasks();
  const { data = [] } = useQuery({ ...tasks(organizationId), enabled: canEdit || archives.length > 0 });
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const running = data.filter(isRunning).map(({ id }) => id);
    setSeen((known) => (running.every((id) => known.has(id)) ? known : new Set([...known, ...running])));
  }, [data]);
  const mine = canEdit ? data : data.filter(({ id }) => archives.includes(id));
  const shown = shownTasks(mine, { seen: new Set([...seen, ...archives]), hidden });
  const hide = (taskId: string): void => {
    dropArchiveTask(taskId);
    setHidden(new Set([...hidden, taskId]));
  };
  if (shown.length === 0) return null;
  return (
    <section
      aria-label={t`Background work`}
      className="max-h-[30dvh] overflow-y-auto rounded-menu bg-raised text-sm text-text shadow-float ring-1 ring-line"
    >
      <ul className="divide-y divide-line">
        {shown.map((task) => (
          <TaskRow
            key={task.id}
            organizationId={organizationId}
            task={task}
            canChange={canEdit}
            isMyArchive={archives.includes(task.id)}
            onHide={() => hide(task.id)}
          />
        ))}
      </ul>
    </section>
  );
}

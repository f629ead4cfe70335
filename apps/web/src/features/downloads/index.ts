export { dropArchiveTask, useArchiveTasks } from './archive-tasks';
export { useDownload } from './use-download';

export { dropArchiveTask, useArchiveTasks } from './archive-tasks';
export { MOST_CHOSEN, useDownload } from './use-download';

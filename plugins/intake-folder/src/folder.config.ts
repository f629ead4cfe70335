import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsIn, IsInt, IsString, Max, Min, MinLength } from 'class-validator';

const LONGEST_PAUSE_MS = 3_600_000;

/** What must never become a document: notes of operating systems and editors, and files that are still being written. */
const USUAL_PATTERNS = [
  ...['**/.DS_Store', '**/.env', '**/desktop.ini', '**/Thumbs.db', '**/.git/**', '**/.idea/**', '**/.vscode/**'],
  ...['**/node_modules/**', '**/@eaDir/**', '**/*@SynoResource', '**/*@SynoEAStream'],
  // Where storage devices and operating systems keep what was deleted, old versions and damaged files.
  ...['**/#recycle/**', '**/@Recycle/**', '**/@Recently-Snapshot/**', '**/#snapshot/**', '**/$RECYCLE.BIN/**'],
  ...['**/RECYCLER/**', '**/System Volume Information/**', '**/lost+found/**'],
  ...['**/.*', '**/~$*', '**/*.tmp', '**/*.part', '**/*.partial', '**/*.crdownload', '**/*.filepart'],
];

/** The folder that is watched, with one folder in it for each organization. */
export class FolderConfig {
  /** Whether files that are put into the folder become documents. */
  @Env('INTAKE_FOLDER_ENABLED', { aliases: ['INGESTION_FOLDER_IS_ENABLED'] }) @IsBoolean() enabled: boolean = false;

  /**
   * Folder that is watched. A file in `<organization id>`, a folder in it, becomes a document of that organization. A
   * relative path begins at the working directory.
   */
  @Env('INTAKE_FOLDER_ROOT_PATH', { aliases: ['INGESTION_FOLDER_ROOT_PATH'] })
  @IsString()
  @MinLength(1)
  rootPath: string = './ingestion';

  /**
   * Whether new files are found by looking at regular intervals only. If false, the operating system announces them, too,
   * which it does not do for folders on other machines.
   */
  @Env('INTAKE_FOLDER_WATCHER_USE_POLLING', { aliases: ['INGESTION_FOLDER_WATCHER_USE_POLLING'] })
  @IsBoolean()
  usePolling: boolean = false;

  /** Milliseconds between two looks into all folders. */
  @Env('INTAKE_FOLDER_WATCHER_POLLING_INTERVAL_MS', { aliases: ['INGESTION_FOLDER_WATCHER_POLLING_INTERVAL_MS'] })
  @IsInt()
  @Min(1)
  @Max(LONGEST_PAUSE_MS)
  pollingIntervalMs: number = 2_000;

  /** Milliseconds that a file must stay unchanged before it is taken: another program may still be writing it. */
  @Env('INTAKE_FOLDER_WATCHER_FILE_STABILITY_THRESHOLD_MS', {
    aliases: ['INGESTION_FOLDER_WATCHER_FILE_STABILITY_THRESHOLD_MS'],
  })
  @IsInt()
  @Min(1)
  @Max(LONGEST_PAUSE_MS)
  stabilityThresholdMs: number = 2_000;

  /** Milliseconds between two looks at a file that must stay unchanged. */
  @Env('INTAKE_FOLDER_WATCHER_FILE_STABILITY_POLL_INTERVAL_MS', {
    aliases: ['INGESTION_FOLDER_WATCHER_FILE_STABILITY_POLL_INTERVAL_MS'],
  })
  @IsInt()
  @Min(1)
  @Max(LONGEST_PAUSE_MS)
  stabilityPollIntervalMs: number = 100;

  /** Files that are taken at a time. The server takes at most four of one folder. */
  @Env('INTAKE_FOLDER_PROCESSING_CONCURRENCY', { aliases: ['INGESTION_FOLDER_PROCESSING_CONCURRENCY'] })
  @IsInt()
  @Min(1)
  @Max(100)
  concurrency: number = 1;

  /**
   * Folder for files that cannot be taken, each with a text file that says why. A relative path begins at the folder of
   * the organization.
   */
  @Env('INTAKE_FOLDER_ERROR_FOLDER_PATH', { aliases: ['INGESTION_FOLDER_ERROR_FOLDER_PATH'] })
  @IsString()
  @MinLength(1)
  errorFolder: string = './ingestion-error';

  /** What becomes of a file that was taken: `delete`, or `move` to INTAKE_FOLDER_POST_PROCESSING_MOVE_FOLDER_PATH. */
  @Env('INTAKE_FOLDER_POST_PROCESSING_STRATEGY', { aliases: ['INGESTION_FOLDER_POST_PROCESSING_STRATEGY'] })
  @IsIn(['delete', 'move'])
  strategy: string = 'delete';

  /** Folder for files that were taken, with the strategy `move`. A relative path begins at the folder of the organization. */
  @Env('INTAKE_FOLDER_POST_PROCESSING_MOVE_FOLDER_PATH', {
    aliases: ['INGESTION_FOLDER_POST_PROCESSING_MOVE_FOLDER_PATH'],
  })
  @IsString()
  @MinLength(1)
  doneFolder: string = './ingestion-done';

  /** Patterns of absolute paths whose files and folders are left alone. A list replaces these. */
  @Env('INTAKE_FOLDER_IGNORED_PATTERNS', { aliases: ['INGESTION_FOLDER_IGNORED_PATTERNS'] })
  @IsString({ each: true })
  ignoredPatterns: string[] = USUAL_PATTERNS;

  /** Whether the names of the folders between that of the organization and the file become tags, at most 10. */
  @Env('INTAKE_FOLDER_TAGS_FROM_FOLDERS') @IsBoolean() tagsFromFolders: boolean = false;

  /**
   * Whether files with several names in the file system (hard links) are taken. Without it they are left where they are:
   * such a name may lead to a file of another user, which the server may read and its author may not.
   */
  @Env('INTAKE_FOLDER_HARD_LINKS_ALLOWED') @IsBoolean() hardLinksAllowed: boolean = false;
}

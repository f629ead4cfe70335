import { Env } from '@archivolt/plugin-kit';
import { IsOptional, IsString } from 'class-validator';

/** Where the files of documents are kept on this machine. */
export class LocalStorageConfig {
  /** Folder for the files. Default: `documents` in DATA_DIR. */
  @Env('DOCUMENT_STORAGE_FILESYSTEM_ROOT') @IsOptional() @IsString() root?: string;
}

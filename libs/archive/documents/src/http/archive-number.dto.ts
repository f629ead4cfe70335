import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { HIGHEST_ARCHIVE_NUMBER } from '#archive/documents';
import type { Integer } from '#ground/http-kit';

export class ArchiveNumberBody {
  /** 1 to 999,999,999, which no other document of the organization has; null takes the number away. */
  @ValidateIf((_, value) => value !== null)
  @IsInt()
  @Min(1)
  @Max(HIGHEST_ARCHIVE_NUMBER)
  archiveNumber!: Integer | null;
}

export class NextArchiveNumberView {
  /** Null when all are in use. */
  archiveNumber!: Integer | null;
}

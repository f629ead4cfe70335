import { Env } from '@archivolt/plugin-kit';
import { IsInt, IsString, Matches, Max, Min, MinLength } from 'class-validator';

/** The folder that is watched, and where its files go. */
export class TemplateConfig {
  /** Folder whose files become documents. */
  @Env('INTAKE_TEMPLATE_PATH') @IsString() @MinLength(1) path!: string;

  /** Id of the organization that gets the documents. */
  @Env('INTAKE_TEMPLATE_ORGANIZATION') @Matches(/^org_[a-z0-9]{24}$/) organization!: string;

  /** Milliseconds between two looks into the folder. */
  @Env('INTAKE_TEMPLATE_INTERVAL_MS') @IsInt() @Min(10) @Max(3_600_000) intervalMs: number = 5_000;

  /** Milliseconds that a file must stay unchanged before it is taken: another program may still be writing it. */
  @Env('INTAKE_TEMPLATE_SETTLE_MS') @IsInt() @Min(0) @Max(3_600_000) settleMs: number = 2_000;
}

import { Env } from '@archivolt/plugin-kit';
import { IsInt, Min } from 'class-validator';

/** How these files are read. */
export class TemplateConfig {
  /** Most bytes of one file that are read. */
  @Env('EXTRACTION_TEMPLATE_MAX_BYTES') @IsInt() @Min(1) maxBytes: number = 16 * 1024 * 1024;
}

import { ArrayMinSize, IsArray, IsBoolean, IsIn } from 'class-validator';
import { EXTRACTION_OUTCOMES } from '#capabilities/extraction';
import { DescribeSchema, MayBeAbsent } from '#ground/http-kit';
import { BatchBody } from './document-batch.dto.js';

@DescribeSchema({ examples: [{ filter: { query: '' }, outcomes: ['failed', 'unsupported'] }] })
export class ReprocessBody extends BatchBody {
  /**
   * Only documents whose extraction ended with one of these; without it, all of the filter. `encrypted` means those with
   * a file in them that needs a password, too.
   */
  @MayBeAbsent() @IsArray() @ArrayMinSize(1) @IsIn(EXTRACTION_OUTCOMES, { each: true }) outcomes?: string[];

  /**
   * Only documents that the installed plugins may read better: another version of the plugin or of the recognition of
   * pages read them, or nothing could, and there is a plugin for them that was not there then.
   */
  @MayBeAbsent() @IsBoolean() onlyOutdated?: boolean;
}

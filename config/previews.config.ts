import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';

/** Pictures of the pages of documents: thumbnails in lists, and pages in the viewer. */
export class PreviewsConfig {
  /** Whether to make previews. If false, those that exist are still served. */
  @Env('PREVIEWS_ENABLED') @IsBoolean() enabled: boolean = true;

  /** Milliseconds allowed for drawing one page. */
  @Env('PREVIEWS_TIMEOUT_MS') @IsInt() @Min(1000) @Max(600_000) timeoutMs: number = 20_000;

  /** Maximum number of bytes of one preview; a page whose picture has more has no preview. */
  @Env('PREVIEWS_MAX_BYTES') @IsInt() @Min(10_000) @Max(100_000_000) maxBytes: number = 4_000_000;

  /**
   * Pages of one organization that wait to be drawn because a client asked for them; more requests are refused. Visitors of
   * share links get the first half.
   */
  @Env('PREVIEWS_MAX_WAITING_PER_ORGANIZATION') @IsInt() @Min(1) @Max(10_000) maxWaitingPerOrganization: number = 200;
}

import { Env } from '@archivolt/plugin-kit';
import { IsInt } from 'class-validator';

/** A setting of the sample feature. */
export class SampleConfig {
  /** The volume of a greeting. */
  @Env('SAMPLE_VOLUME') @IsInt() volume: number = 3;
}

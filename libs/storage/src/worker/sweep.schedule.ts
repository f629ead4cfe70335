import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { FileStore } from '#libs/storage';

/** Longer than any upload may take. */
const UNFINISHED_AFTER_MINUTES = 60;

/** Removes what interrupted uploads left behind. Harmless when several processes do it at once. */
@Injectable()
export class SweepSchedule {
  readonly #logger = new Logger('Storage');

  constructor(private readonly files: FileStore) {}

  @Cron('*/10 * * * *')
  async sweep(): Promise<void> {
    const swept = await this.files.sweep(UNFINISHED_AFTER_MINUTES);
    if (swept.files + swept.unfinished > 0) {
      this.#logger.log(`removed ${swept.files} files and ${swept.unfinished} parts of uploads that never ended`);
    }
  }
}

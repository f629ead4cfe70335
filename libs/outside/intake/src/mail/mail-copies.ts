import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataConfig } from '#config/data';
import { PrivateFiles } from '#capabilities/extraction';

/** Private files of mails that are being taken, under `<DATA_DIR>/tmp/mails`. */
@Injectable()
export class MailCopies extends PrivateFiles implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor({ dataDir }: DataConfig) {
    super(dataDir, 'mails');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sweepLeftovers();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.removeAll();
  }
}

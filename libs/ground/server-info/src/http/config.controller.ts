import { Controller, Get } from '@nestjs/common';
import { ServerConfig } from '#config/server';
import { Access } from '#ground/http-kit';
import { PRODUCT_VERSION } from '#ground/settings';
import { PublicConfig } from '../public-config.js';
import type { ConfigResponse } from '../public-config.view.dto.js';

@Controller('api/config')
export class ConfigController {
  constructor(
    private readonly server: ServerConfig,
    private readonly publicConfig: PublicConfig,
  ) {}

  /** What a client needs to know about the server before anyone signs in. */
  @Get()
  @Access.public()
  async get(): Promise<ConfigResponse> {
    const { gitCommit: gitCommitSha, buildDate: gitCommitDate } = this.server;
    const sections = await this.publicConfig.sections();
    return { config: { version: PRODUCT_VERSION, gitCommitSha, gitCommitDate, ...sections } };
  }
}

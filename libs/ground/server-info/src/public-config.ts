import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { PublicConfigView } from './public-config.view.dto.js';

/** The parts of `GET /api/config` that features contribute. */
export type PublicConfigSections = Omit<PublicConfigView, 'gitCommitDate' | 'gitCommitSha' | 'version'>;

/** A provider with `@ContributesToPublicConfig()`. Each section has one contributor. */
export interface PublicConfigSource {
  publicConfig(): Partial<PublicConfigSections> | Promise<Partial<PublicConfigSections>>;
}

/** Marks a provider whose `publicConfig()` becomes part of `GET /api/config`. */
export const ContributesToPublicConfig = DiscoveryService.createDecorator();

const NAMES = ['auth', 'setup', 'documents', 'upload', 'intakeEmails', 'organizations', 'autoTagging'] as const;

/** Collects what features tell every client about themselves. */
@Injectable()
export class PublicConfig {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Rejects when a section is missing or has two contributors: a mistake in the list of features. */
  async sections(): Promise<PublicConfigSections> {
    const contributed: Partial<PublicConfigSections> = {};
    for (const { instance } of this.discovery.getProviders({ metadataKey: ContributesToPublicConfig.KEY })) {
      const sections = await (instance as PublicConfigSource).publicConfig();
      const twice = Object.keys(sections).find((name) => name in contributed);
      if (twice !== undefined) throw new Error(`two features contribute the section ${twice} of GET /api/config`);
      Object.assign(contributed, sections);
    }
    const missing = NAMES.filter((name) => !(name in contributed));
    if (missing.length > 0) throw new Error(`no feature contributes ${missing.join(', ')} to GET /api/config`);
    return contributed as PublicConfigSections;
  }
}

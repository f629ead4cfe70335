import { Injectable } from '@nestjs/common';
import { AutoTaggerInUse } from '#automation/auto-tagging';
import { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from '#ground/server-info';

@Injectable()
@ContributesToPublicConfig()
export class AutoTaggingPublicConfig implements PublicConfigSource {
  constructor(private readonly tagger: AutoTaggerInUse) {}

  publicConfig(): Pick<PublicConfigSections, 'autoTagging'> {
    return { autoTagging: { isEnabled: this.tagger.isAvailable } };
  }
}

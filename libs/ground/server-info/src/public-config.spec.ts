import { Injectable, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { describe, expect, it } from '@jest/globals';
import { ContributesToPublicConfig, PublicConfig, type PublicConfigSections } from './public-config.js';

@Injectable()
@ContributesToPublicConfig()
class Documents {
  publicConfig(): Pick<PublicConfigSections, 'documents' | 'upload'> {
    return {
      documents: { deletedDocumentsRetentionDays: 3, renderedTypes: ['text/csv'] },
      upload: { maxBytes: 10, isResumable: true },
    };
  }
}

@Injectable()
@ContributesToPublicConfig()
class MoreDocuments extends Documents {}

@Injectable()
@ContributesToPublicConfig()
class Others {
  publicConfig(): Partial<PublicConfigSections> {
    return {
      auth: {} as PublicConfigSections['auth'],
      setup: { isNeeded: true, needsCode: false },
      organizations: { deletedOrganizationsPurgeDaysDelay: 5 },
      intakeEmails: { isEnabled: false },
      autoTagging: { isEnabled: true },
    };
  }
}

describe('PublicConfig', () => {
  async function sectionsOf(...sources: Type[]): Promise<PublicConfigSections> {
    @Module({ imports: [DiscoveryModule], providers: [PublicConfig, ...sources] })
    class TestModule {}
    const app = await NestFactory.createApplicationContext(TestModule, { logger: false });
    try {
      return await app.get(PublicConfig).sections();
    } finally {
      await app.close();
    }
  }

  it('joins the sections of all features', async () => {
    expect(await sectionsOf(Documents, Others)).toEqual({
      auth: {},
      setup: { isNeeded: true, needsCode: false },
      documents: { deletedDocumentsRetentionDays: 3, renderedTypes: ['text/csv'] },
      upload: { maxBytes: 10, isResumable: true },
      organizations: { deletedOrganizationsPurgeDaysDelay: 5 },
      intakeEmails: { isEnabled: false },
      autoTagging: { isEnabled: true },
    });
  });

  it('refuses two features that contribute the same section', async () => {
    await expect(sectionsOf(Documents, MoreDocuments, Others)).rejects.toThrow(
      'two features contribute the section documents',
    );
  });

  it('names the sections that no feature contributes', async () => {
    await expect(sectionsOf(Documents)).rejects.toThrow(
      'no feature contributes auth, setup, intakeEmails, organizations',
    );
  });
});

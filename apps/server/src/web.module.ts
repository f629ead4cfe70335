import { Module } from '@nestjs/common';
import { AuthHttpModule } from '#http/auth';
import { DocumentsHttpModule } from '#http/documents';
import { ObservabilityHttpModule } from '#http/observability';
import { OrganizationsHttpModule, requestGuards } from '#http/organizations';
import { TagsHttpModule } from '#http/tags';

/** The API: every HTTP door. */
@Module({
  imports: [AuthHttpModule, OrganizationsHttpModule, DocumentsHttpModule, TagsHttpModule, ObservabilityHttpModule],
  providers: requestGuards,
})
export class WebModule {}
